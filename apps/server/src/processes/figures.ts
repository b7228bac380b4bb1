import cluster from 'node:cluster';
import type { Figures } from '../http/metrics.ts';
import { answer, ask, type Peer } from './question.ts';

const OWN = 'own figures';
const ALL = 'figures of all';
/** Longer than a process waits for a figure of the database. */
const OWN_MAY_TAKE_MS = 3000;
const ALL_MAY_TAKE_MS = 5000;

/** With several processes: gives this process's figures to the primary, and reads those of all. Otherwise `own`. */
export function amongProcesses(own: Figures): Figures {
  if (!cluster.isWorker) return own;
  answer(process, OWN, own.text);
  return {
    contentType: own.contentType,
    text: async () => {
      const text = await ask(process, ALL, ALL_MAY_TAKE_MS);
      if (text === undefined) throw new Error('The primary process does not answer');
      return text;
    },
  };
}

/** The figures of all processes that answer. Each is known by its number. */
export const figuresOf = (processes: ReadonlyMap<number, Peer>): Figures => ({
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  text: () => textOf(processes),
});

async function textOf(processes: ReadonlyMap<number, Peer>): Promise<string> {
  const texts = await Promise.all(
    [...processes].map(async ([number, peer]) => [number, await ask(peer, OWN, OWN_MAY_TAKE_MS)] as const),
  );
  return joined(texts);
}

/** Lets a process read the figures of all processes. */
export const offerFigures = (peer: Peer, all: Figures): void => answer(peer, ALL, all.text);

/** Joins figures in Prometheus' format, where all lines of one figure stand together, and labels each with its process. */
function joined(texts: readonly (readonly [number, string | undefined])[]): string {
  const heads = new Map<string, string[]>();
  const values = new Map<string, string[]>();
  for (const [number, text = ''] of texts) {
    let name = '';
    for (const line of text.split('\n')) {
      const [, of] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (of !== undefined) {
        name = of;
        const head = heads.get(name) ?? [];
        if (!head.includes(line)) heads.set(name, [...head, line]);
      } else if (line !== '') {
        const lines = values.get(name) ?? [];
        lines.push(labelled(line, number));
        values.set(name, lines);
      }
    }
  }
  const all = [...heads].flatMap(([name, head]) => [...head, ...(values.get(name) ?? [])]);
  return `${all.join('\n')}\n`;
}

const labelled = (line: string, number: number) =>
  /^[^ {]+\{/.test(line)
    ? line.replace('{', `{process="${number}",`)
    : line.replace(' ', `{process="${number}"} `);
