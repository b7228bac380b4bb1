import type { LeftOut } from '@institute/contract/imports.constants';
import { truncate } from '@institute/contract/text';

const TITLES = 50;
const KINDS = 100;
const LENGTH = 300;

export interface LeftOutNotes {
  add(what: string, title?: string, count?: number): void;
  addAll(others: readonly LeftOut[]): void;
  list(): LeftOut[];
}

export function noteLeftOut(earlier: readonly LeftOut[] = []): LeftOutNotes {
  const notes = new Map<string, LeftOut>();
  const addNote = ({ what: kind, count, titles }: LeftOut) => {
    const short = truncate(kind, LENGTH);
    const what = notes.has(short) || notes.size < KINDS ? short : 'Other things';
    const note = notes.get(what) ?? { what, count: 0, titles: [] };
    note.count += count;
    const known = new Set([...note.titles, ...titles.map((title) => truncate(title, LENGTH))]);
    note.titles = [...known].slice(0, TITLES);
    notes.set(what, note);
  };
  earlier.forEach(addNote);
  return {
    add: (what, title, count = 1) => addNote({ what, count, titles: title ? [title] : [] }),
    addAll: (others) => others.forEach(addNote),
    list: () => [...notes.values()],
  };
}
