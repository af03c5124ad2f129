import { connect } from 'node:net';

/** Sends bytes unchanged, and collects the response until the service closes the connection. */
export function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
    });
    // A service that refuses a body may reset the connection after its answer.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
    socket.on('close', () => resolve(answer));
  });
}

export function parseRaw(answer: string): { status: number; headers: Record<string, string>; body: string } {
  const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.split(': ')[1] ?? '']),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}
