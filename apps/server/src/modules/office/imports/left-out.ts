import type { LeftOut } from '@institute/contract/imports.constants';

const TITLES = 5;
const KINDS = 100;

export interface LeftOutNotes {
  add(what: string, title?: string, count?: number): void;
  list(): LeftOut[];
}

export function noteLeftOut(earlier: readonly LeftOut[] = []): LeftOutNotes {
  const notes = new Map(earlier.map((note) => [note.what, { ...note, titles: [...note.titles] }]));
  return {
    add: (kind, title, count = 1) => {
      const what = notes.has(kind) || notes.size < KINDS ? kind : 'Other things';
      const note = notes.get(what) ?? { what, count: 0, titles: [] };
      note.count += count;
      if (title && note.titles.length < TITLES && !note.titles.includes(title)) note.titles.push(title);
      notes.set(what, note);
    },
    list: () => [...notes.values()],
  };
}
