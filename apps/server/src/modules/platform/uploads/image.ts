import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { forkScript } from '../../../background/child-process.ts';
import { makeWorkQueue } from '../../../background/work-queue.ts';
import { AppError } from '../../../errors.ts';
import { findStoredPath, parseUploadPath } from './upload-path.ts';

export interface UploadFile {
  name: string;
  bytes: Buffer;
}

/** A picture after re-encoding, which keeps the pixels but no metadata. */
export interface RenderedImage {
  width: number;
  height: number;
  /** Colour in six hexadecimal digits. */
  averageColour: string;
  files: UploadFile[];
}

/** A store of upload files. A folder is written as a whole or not at all. */
export interface UploadStore {
  write(folder: string, files: UploadFile[]): Promise<void>;
  read(folder: string, file: string): Promise<Buffer | null>;
  has(folder: string, file: string): Promise<boolean>;
  /** Empty when the store cannot list its files, because a bucket's key may lack that right. */
  list(): Promise<{ folder: string; name: string }[]>;
  remove(folder: string, files: string[]): Promise<void>;
}

export type RenderingOutcome<T> = { image: T } | { refusal: Pick<AppError, 'code' | 'message'> };

export const imageFormat = 'webp';

export const listStoredWidths = (width: number) => [...imageWidths.filter((other) => other < width), width];
export const nameImageFile = (width: number): string => `${width}.${imageFormat}`;

/** All files of an upload. A document has one. */
export const listImageFiles = ({
  width,
  ...upload
}: {
  url: string;
  storedUrl?: string | null | undefined;
  width?: number | null | undefined;
}): string[] =>
  typeof width === 'number'
    ? listStoredWidths(width).map(nameImageFile)
    : [parseUploadPath(findStoredPath(upload)).file];

const RENDERING_TIMEOUT_MS = 60_000;

export type RenderImage = (sent: Buffer) => Promise<RenderedImage>;

/** Decoding takes much memory, so only two images are decoded at once. */
export function makeImageRenderer(): RenderImage {
  const { run: inTurn } = makeWorkQueue({ atOnce: 2 });
  return (sent) =>
    inTurn(() => renderInProcess<RenderedImage>('image.process.ts', sent, 'This picture cannot be read'));
}

/** Runs in its own process, so that a malicious image cannot crash the server or fill its memory. */
export async function renderInProcess<T>(script: string, sent: Buffer, unreadable: string): Promise<T> {
  const scriptPath = join(import.meta.dirname, script);
  const childProcess = forkScript(scriptPath, ['ignore', 'ignore', 'ignore', 'ipc'], RENDERING_TIMEOUT_MS);
  const answerPromise = readFirstMessage(childProcess);
  childProcess.send(sent);
  const childAnswer = (await answerPromise) as RenderingOutcome<T> | undefined;
  if (!childAnswer) throw new AppError('UNSUPPORTED_MEDIA_TYPE', unreadable);
  if ('refusal' in childAnswer) throw new AppError(childAnswer.refusal.code, childAnswer.refusal.message);
  return childAnswer.image;
}

export async function readFirstMessage(child: ChildProcess): Promise<unknown> {
  // A busy server may see the exit before it reads the message. The close comes after both.
  const closePromise = once(child, 'close').then(() => []);
  const [message] = await Promise.race([once(child, 'message'), closePromise]);
  return message;
}

/** Widths in pixels in which pictures are stored. */
export const imageWidths = [320, 640, 1280, 1920] as const;
