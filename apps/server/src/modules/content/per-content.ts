import type { ContentInfo } from '../../context.ts';

type Content = readonly ContentInfo[];

/** Derives a value from the list of resources once. The list never changes within a process. */
export function perContent<T>(derive: (content: Content) => T): (content: Content) => T {
  const derived = new WeakMap<Content, T>();
  return (content) => {
    const known = derived.get(content) ?? derive(content);
    derived.set(content, known);
    return known;
  };
}
