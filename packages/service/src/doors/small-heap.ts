import '../small-heap.js';
