import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends the text as it is, and reads until the server closes the connection. */
export async function sendRawRequest(port: number, text: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, status: Number(head.split(' ')[1]), body };
}
