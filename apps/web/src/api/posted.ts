import type { ErrorDetail } from '@institute/contract';
import { useRouter } from '@tanstack/react-router';

/** A form that was posted without scripts and refused: its page shows it again, with what is wrong. */
export type Posted = {
  /** The address that it was posted to. */
  path: string;
  values: Record<string, string>;
  faults: ErrorDetail[];
  message: string;
};

/** The form of `path` as the server refused it. */
export function usePosted(path: string): Posted | undefined {
  const { posted } = useRouter().options.context;
  return posted?.path === path ? posted : undefined;
}

/** What is said of each field. */
export const faultsByField = (faults: Posted['faults'] = []): Partial<Record<string, string>> =>
  Object.fromEntries(faults.toReversed().map(({ path, message }) => [path, message]));
