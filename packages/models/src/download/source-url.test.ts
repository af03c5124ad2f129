import { expect, it } from 'vitest';
import { mayFollow } from './source-url.js';

const home = 'https://models.test/a.onnx';

it.each<[string, string, boolean]>([
  [home, 'https://cdn.test/a.onnx', true],
  [home, 'https://8.8.8.8/a.onnx', true],
  [home, 'https://[2606:4700::1]/a.onnx', true],
  [home, 'http://cdn.test/a.onnx', false],
  [home, 'ftp://cdn.test/a.onnx', false],
  [home, 'https://user:word@cdn.test/a.onnx', false],
  [home, 'http://127.0.0.1:9090/a.onnx', false],
  [home, 'https://127.0.0.1:9090/a.onnx', false],
  [home, 'https://localhost/a.onnx', false],
  [home, 'https://anything.localhost./a.onnx', false],
  // As URL writes it: 127.0.0.1.
  [home, 'https://2130706433/a.onnx', false],
  [home, 'https://0x7f.1/a.onnx', false],
  [home, 'https://10.1.2.3/a.onnx', false],
  [home, 'https://172.31.0.1/a.onnx', false],
  [home, 'https://192.168.0.1/a.onnx', false],
  [home, 'https://169.254.169.254/latest/meta-data', false],
  [home, 'https://100.64.0.1/a.onnx', false],
  [home, 'https://0.0.0.0/a.onnx', false],
  [home, 'https://[::1]/a.onnx', false],
  [home, 'https://[::]/a.onnx', false],
  [home, 'https://[::ffff:10.0.0.1]/a.onnx', false],
  [home, 'https://[fd00::1]/a.onnx', false],
  [home, 'https://[fe80::1]/a.onnx', false],
  ['http://127.0.0.1:8080/a.onnx', 'http://localhost:9090/a.onnx', true],
  ['https://192.168.0.1/a.onnx', 'https://192.168.0.2/a.onnx', true],
  ['https://192.168.0.1/a.onnx', 'http://127.0.0.1/a.onnx', false],
])('of a request that started at %s, a redirect to %s is followed: %s', (start, next, follows) => {
  expect(mayFollow(start, next)).toBe(follows);
});
