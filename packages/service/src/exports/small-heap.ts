import '../processes/small-heap.js';
