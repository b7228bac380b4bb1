import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import { imageWidths } from './image-widths.ts';

/** A file of a stored image, in one of the widths that it is offered in. */
export interface ImageFile {
  name: string;
  bytes: Buffer;
}

/** An image made anew from what was sent: nothing but its pixels is left. */
export interface Image {
  width: number;
  height: number;
  /** Six hexadecimal digits. */
  averageColour: string;
  /** From the narrowest to the widest. */
  files: ImageFile[];
}

/** Where the files of images lie. A folder of files comes whole or not at all. */
export interface ImageStore {
  write(folder: string, files: ImageFile[]): Promise<void>;
  read(folder: string, file: string): Promise<Buffer | null>;
  has(folder: string, file: string): Promise<boolean>;
  /** Files that are not there are no fault. */
  remove(folder: string, files: string[]): Promise<void>;
}

/** What the rendering process answers. */
export type Rendering = { image: Image } | { refusal: Pick<AppError, 'code' | 'message'> };

export const imageFormat = 'webp';

/** The widths that an image of this width is kept in, from the narrowest to the widest. */
export const keptWidths = (width: number): number[] => [
  ...imageWidths.filter((other) => other < width),
  width,
];
export const fileName = (width: number): string => `${width}.${imageFormat}`;
const RENDERING_MAY_TAKE_MS = 60_000;
const MAX_AT_ONCE = 2;

const waiting: (() => void)[] = [];
let free = MAX_AT_ONCE;

/** Decoding takes much memory: only so many images are worked on at once, the others wait. */
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

/** Judges an image by its content and makes it anew in every width that it has the pixels for. */
export const renderImage = (sent: Buffer): Promise<Image> => inTurn(() => render(sent));

/**
 * A process of its own: an image made to break the decoder, or to fill the memory, breaks nothing else,
 * and what it took goes back to the system.
 */
async function render(sent: Buffer): Promise<Image> {
  const child = fork(join(import.meta.dirname, 'image.process.ts'), {
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
  return answer.image;
}
