/** A process at the other end of an IPC channel. */
export interface Peer {
  send?(message: object): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

interface Message {
  question?: string;
  /** The answer, or null when there is none. */
  answer?: string | null;
  id?: number;
}

let asked = 0;

/** Asks the process at the other end. Undefined when it does not answer in time. */
export async function ask(peer: Peer, question: string, mayTakeMs: number): Promise<string | undefined> {
  asked += 1;
  const id = asked;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const hear = (message: unknown) => {
    const { answer, id: of } = message as Message;
    if (of === id && answer !== undefined) resolve(answer ?? undefined);
  };
  peer.on('message', hear);
  const late = setTimeout(() => resolve(undefined), mayTakeMs);
  try {
    // the other process may have ended
    tell(peer, { question, id });
    return await promise;
  } finally {
    clearTimeout(late);
    peer.off('message', hear);
  }
}

/** Answers each question of the process at the other end. */
export function answer(peer: Peer, question: string, reply: () => Promise<string | undefined>): void {
  peer.on('message', async (message: unknown) => {
    const { question: asks, id } = message as Message;
    if (asks !== question) return;
    const text = await reply().catch(() => undefined);
    tell(peer, { answer: text ?? null, id });
  });
}

/** Sends a message. One to a process that has ended is lost. */
export function tell(peer: Pick<Peer, 'send'>, message: object): void {
  try {
    peer.send?.(message);
  } catch {
    // the channel is closed
  }
}
