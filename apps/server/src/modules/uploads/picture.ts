import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import { pictureWidths } from './picture-widths.ts';

/** A file of a stored picture, in one of the widths that it is offered in. */
export interface PictureFile {
  name: string;
  bytes: Buffer;
}

/** A picture made anew from what was sent: nothing but its pixels is left. */
export interface Picture {
  width: number;
  height: number;
  /** Six hexadecimal digits. */
  averageColour: string;
  /** From the narrowest to the widest. */
  files: PictureFile[];
}

/** Where the files of pictures lie. A folder of files comes whole or not at all. */
export interface PictureStore {
  write(folder: string, files: PictureFile[]): Promise<void>;
  read(folder: string, file: string): Promise<Buffer | null>;
  has(folder: string, file: string): Promise<boolean>;
  /** Files that are not there are no fault. */
  remove(folder: string, files: string[]): Promise<void>;
}

/** What the rendering process answers. */
export type Rendering = { picture: Picture } | { refusal: Pick<AppError, 'code' | 'message'> };

export const pictureFormat = 'webp';

/** The widths that a picture of this width is kept in, from the narrowest to the widest. */
export const keptWidths = (width: number): number[] => [
  ...pictureWidths.filter((other) => other < width),
  width,
];
export const fileName = (width: number): string => `${width}.${pictureFormat}`;
const RENDERING_MAY_TAKE_MS = 60_000;
const MAX_AT_ONCE = 2;

const waiting: (() => void)[] = [];
let free = MAX_AT_ONCE;

/** Decoding takes much memory: only so many pictures are worked on at once, the others wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

/** Judges a picture by its content and makes it anew in every width that it has the pixels for. */
export const renderPicture = (sent: Buffer): Promise<Picture> => inTurn(() => render(sent));

/**
 * A process of its own: a picture made to break the decoder, or to fill the memory, breaks nothing else,
 * and what it took goes back to the system.
 */
async function render(sent: Buffer): Promise<Picture> {
  const child = fork(join(import.meta.dirname, 'picture.process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // a signal to the whole group lets requests in flight finish
    detached: true,
    timeout: RENDERING_MAY_TAKE_MS,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'exit').then(() => undefined);
  child.send(sent);
  const [rendering] = (await Promise.race([once(child, 'message'), ended])) ?? [];
  const answer = rendering as Rendering | undefined;
  if (!answer) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This picture cannot be read');
  if ('refusal' in answer) throw new AppError(answer.refusal.code, answer.refusal.message);
  return answer.picture;
}
