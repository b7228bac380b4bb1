import type { Posted } from '@institute/contract/page-bundle';
import { useRouter } from '@tanstack/react-router';

export function usePosted(path: string): Posted | undefined {
  const { posted } = useRouter().options.context;
  return posted?.path === path ? posted : undefined;
}

export const faultsByField = (faults: Posted['faults'] = []): Partial<Record<string, string>> =>
  Object.fromEntries(faults.toReversed().map(({ path, message }) => [path, message]));
