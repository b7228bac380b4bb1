import type { LeftOutContent } from '@institute/contract/imports.constants';
import { truncate } from '@institute/contract/text';

const MAX_TITLES_PER_KIND = 50;
const MAX_LEFT_OUT_KINDS = 100;
const MAX_TITLE_LENGTH = 300;

export interface LeftOutNotes {
  add(what: string, title?: string, count?: number): void;
  addAll(others: readonly LeftOutContent[]): void;
  list(): LeftOutContent[];
}

export function makeLeftOutNotes(earlier: readonly LeftOutContent[] = []): LeftOutNotes {
  const notesByKind = new Map<string, LeftOutContent>();
  const addNote = ({ what: kind, count, titles }: LeftOutContent) => {
    const shortKind = truncate(kind, MAX_TITLE_LENGTH);
    const noteKind =
      notesByKind.has(shortKind) || notesByKind.size < MAX_LEFT_OUT_KINDS ? shortKind : 'Other things';
    const noteOfKind = notesByKind.get(noteKind) ?? { what: noteKind, count: 0, titles: [] };
    noteOfKind.count += count;
    const titlesOfKind = new Set([
      ...noteOfKind.titles,
      ...titles.map((title) => truncate(title, MAX_TITLE_LENGTH)),
    ]);
    noteOfKind.titles = [...titlesOfKind].slice(0, MAX_TITLES_PER_KIND);
    notesByKind.set(noteKind, noteOfKind);
  };
  earlier.forEach(addNote);
  return {
    add: (what, title, count = 1) => addNote({ what, count, titles: title ? [title] : [] }),
    addAll: (others) => others.forEach(addNote),
    list: () => [...notesByKind.values()],
  };
}
