import type { LeftOutContent } from '@institute/contract/imports.constants';
import { truncate } from '@institute/contract/text';

const MAX_TITLES = 50;
const MAX_KINDS = 100;
const TITLE_LENGTH = 300;

export interface LeftOutNotes {
  add(what: string, title?: string, count?: number): void;
  addAll(others: readonly LeftOutContent[]): void;
  list(): LeftOutContent[];
}

export function makeLeftOutNotes(earlier: readonly LeftOutContent[] = []): LeftOutNotes {
  const notes = new Map<string, LeftOutContent>();
  const addNote = ({ what: kind, count, titles }: LeftOutContent) => {
    const shortKind = truncate(kind, TITLE_LENGTH);
    const noteKind = notes.has(shortKind) || notes.size < MAX_KINDS ? shortKind : 'Other things';
    const note = notes.get(noteKind) ?? { what: noteKind, count: 0, titles: [] };
    note.count += count;
    const knownTitles = new Set([...note.titles, ...titles.map((title) => truncate(title, TITLE_LENGTH))]);
    note.titles = [...knownTitles].slice(0, MAX_TITLES);
    notes.set(noteKind, note);
  };
  earlier.forEach(addNote);
  return {
    add: (what, title, count = 1) => addNote({ what, count, titles: title ? [title] : [] }),
    addAll: (others) => others.forEach(addNote),
    list: () => [...notes.values()],
  };
}
