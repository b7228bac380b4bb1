import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { workQueue } from '../../background/work-queue.ts';
import { AppError } from '../../errors.ts';
import { imageWidths } from './image-widths.ts';

/** A stored image in one of its widths. */
export interface ImageFile {
  name: string;
  bytes: Buffer;
}

/** An image re-encoded from the upload. It keeps the pixels and no metadata. */
export interface Image {
  width: number;
  height: number;
  /** Six hexadecimal digits. */
  averageColour: string;
  /** From the narrowest to the widest. */
  files: ImageFile[];
}

/** Stores the files of images. A folder is written as a whole or not at all. */
export interface ImageStore {
  write(folder: string, files: ImageFile[]): Promise<void>;
  read(folder: string, file: string): Promise<Buffer | null>;
  has(folder: string, file: string): Promise<boolean>;
  /** Every file, or none where the store cannot tell: the key of a bucket need not be allowed to list it. */
  list(): Promise<{ folder: string; name: string }[]>;
  /** Ignores missing files. */
  remove(folder: string, files: string[]): Promise<void>;
}

/** Answer of the rendering process. */
export type Rendering = { image: Image } | { refusal: Pick<AppError, 'code' | 'message'> };

export const imageFormat = 'webp';

/** The widths in which an image of this width is stored, ascending. */
export const storedWidths = (width: number): number[] => [
  ...imageWidths.filter((other) => other < width),
  width,
];
export const fileName = (width: number): string => `${width}.${imageFormat}`;
const RENDERING_MAY_TAKE_MS = 60_000;

/** Limits how many images are decoded at once, since decoding takes much memory. */
const { run: inTurn } = workQueue({ atOnce: 2 });

/** Checks an image by its content and re-encodes it in each width that it is large enough for. */
export const renderImage = (sent: Buffer): Promise<Image> => inTurn(() => render(sent));

/**
 * Runs in a process of its own, so that a malicious image cannot crash or fill the server. Its memory is freed
 * when the process exits.
 */
async function render(sent: Buffer): Promise<Image> {
  const child = fork(join(import.meta.dirname, 'image.process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A signal to the process group must not stop renderings of requests in flight.
    detached: true,
    timeout: RENDERING_MAY_TAKE_MS,
    killSignal: 'SIGKILL',
  });
  const answered = firstMessage(child);
  child.send(sent);
  const answer = (await answered) as Rendering | undefined;
  if (!answer) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This picture cannot be read');
  if ('refusal' in answer) throw new AppError(answer.refusal.code, answer.refusal.message);
  return answer.image;
}

/** The first message of a process, or undefined when it ends without one. */
export async function firstMessage(child: ChildProcess): Promise<unknown> {
  // A busy server may learn of the exit before it reads the message. The close comes after both.
  const closed = once(child, 'close').then(() => []);
  const [message] = await Promise.race([once(child, 'message'), closed]);
  return message;
}
