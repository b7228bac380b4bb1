import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface RedisStandIn {
  url: string;
  /** `away` closes the port, `foreign` answers in another protocol. */
  become(state: State): Promise<void>;
  counted(): number;
  keys(): string[];
  close(): Promise<void>;
}

type State = 'well' | 'away' | 'silent' | 'refusing' | 'senseless' | 'foreign';

/** Implements what the rate limits use: the counting script, with an expiry for each key. */
export async function startRedis(): Promise<RedisStandIn> {
  const sockets = new Set<Socket>();
  const keys = new Map<string, { count: number; endsAt: number }>();
  let state: State = 'well';
  let counted = 0;

  function countPoint(key: string, points: number, seconds: number): string {
    const known = keys.get(key);
    const entry =
      known && known.endsAt > Date.now() ? known : { count: 0, endsAt: Date.now() + seconds * 1000 };
    entry.count += points;
    keys.set(key, entry);
    counted += 1;
    return `*2\r\n:${entry.count}\r\n:${entry.endsAt - Date.now()}\r\n`;
  }

  /** Answers a transaction of GET and PTTL. */
  function lookUp(key: string): string {
    const known = keys.get(key);
    if (!known || known.endsAt <= Date.now()) return '*2\r\n$-1\r\n:-2\r\n';
    return `*2\r\n${bulk(String(known.count))}:${known.endsAt - Date.now()}\r\n`;
  }

  /** The key of the open transaction. Callers have one at a time. */
  let asked = '';
  function answerCommand([name = '', ...given]: string[]): string {
    const command = name.toUpperCase();
    if (state === 'silent') return '';
    if (state === 'foreign') return 'HTTP/1.1 400 Bad Request\r\n\r\n';
    if (state === 'refusing') return '-NOAUTH Authentication required.\r\n';
    if (command === 'INFO') return bulk('redis_version:7.4.0');
    if (command === 'CLIENT' || command === 'MULTI') return '+OK\r\n';
    if (command === 'GET' || command === 'PTTL') {
      asked = given[0] ?? '';
      return '+QUEUED\r\n';
    }
    if (!['EXEC', 'EVAL', 'EVALSHA'].includes(command)) return `-ERR unknown command '${name}'\r\n`;
    if (state === 'senseless') return '*2\r\n+OK\r\n+OK\r\n';
    if (command === 'EXEC') return lookUp(asked);
    const [_script, _keys, key = '', points, seconds] = given;
    return countPoint(key, Number(points), Number(seconds));
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let read = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      read += text;
      for (let command = next(read); command; command = next(read)) {
        read = read.slice(command.length);
        const said = answerCommand(command.parts);
        if (said) socket.write(said);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const listenAt = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const closeServer = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  await listenAt(0);
  const { port } = server.address() as AddressInfo;

  return {
    url: `redis://127.0.0.1:${port}`,
    become: async (next) => {
      state = next;
      if (next === 'away') await closeServer();
      else if (!server.listening) await listenAt(port);
    },
    counted: () => counted,
    keys: () => [...keys.keys()],
    close: closeServer,
  };
}

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;

/** Parses the first complete command: `*2\r\n$4\r\nINFO\r\n…`. */
function next(text: string): { parts: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return null;
  const parts: string[] = [];
  let at = head[0].length;
  while (parts.length < Number(head[1])) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 16));
    if (!size) return null;
    const start = at + size[0].length;
    const end = start + Number(size[1]);
    if (text.length < end + 2) return null;
    parts.push(text.slice(start, end));
    at = end + 2;
  }
  return { parts, length: at };
}
