import type { TrashKind } from '@institute/contract/constants';
import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, Resolver } from 'react-hook-form';
import type { KeptForm } from '../form/kept-form.ts';
import type { ListFilter } from '../list/list-filter.ts';
import type { ListQuery } from '../list/list-query.ts';
import type { ContentWords } from './content-words.ts';

export type StoredRow = { id: number };
export type Page<Row> = {
  items: Row[];
  total: number;
  /** There are more than were counted. */
  isMore?: boolean;
};

/** What a screen reads of a query, whichever resource it is of. */
type Asked<Data> = {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<{ data?: Data | undefined }>;
};

export type ListOptions<Row> = {
  enabled?: boolean;
  placeholderData?: (previous: Page<Row> | undefined) => Page<Row> | undefined;
};

type Sent<Input> = { mutateAsync: (input: Input) => Promise<unknown>; isPending: boolean };
type Seen = { id: number; ifMatch?: string | undefined };

/** The calls of a list screen; `admin.<resource>` has them. */
export type ListApi<Row, Category extends string = string> = {
  list: {
    useQuery: (query: ListQuery<Category>, options: ListOptions<Row>) => Asked<Page<Row>>;
  };
  remove: { useMutation: () => Sent<Seen> };
};

type OnceOptions = { gcTime: number; staleTime: number; refetchOnWindowFocus: boolean; enabled?: boolean };

/** An item as it stands, and the tag of this version. */
export type Stored<Row> = { view: Row; tag: string };

/** The calls of a form. */
export type FormApi<Row, Input> = {
  get: { useQuery: (of: { id: number }, options: OnceOptions) => Asked<Stored<Row>> };
  lastChange: {
    useQuery: (of: { id: number }, options: OnceOptions) => Asked<{ by: string | null; at: string } | null>;
  };
  create: { useMutation: () => Sent<Input> };
  update: { useMutation: () => Sent<Seen & { changes: Partial<Input> }> };
};

export type Version = { number: number; by: string | null; at: string };

/** The calls of a resource that is written over time: how it will look, and how it was. */
export type DraftApi = {
  preview: { useQuery: (of: { id: number }, options: { refetchInterval: number }) => Asked<string> };
  versions: {
    list: { useQuery: (of: { id: number }, options: OnceOptions) => Asked<Version[]> };
    get: { useQuery: (of: { id: number; number: number }) => Asked<object> };
    restore: { useMutation: () => Sent<Seen & { number: number }> };
  };
};

/** Asked for when a dialog opens, and not again while it is open: what is being edited stands still. */
export const askedOnce: OnceOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
};

/** Asked for anew each time a dialog opens. */
export const onOpening: OnceOptions = { ...askedOnce, staleTime: 0 };

export type Column<Row> = {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** A phone shows the cell without its heading: pictures and names. */
  plain?: boolean;
  className?: string;
};

/** A table of many columns, or a grid of cards where the pictures are what one looks for. */
export type Presentation<Row> = { columns: Column<Row>[] } | { card: (row: Row) => ReactNode };

/** What a resource says of its list; the screen is shared. */
export type ContentList<Row extends StoredRow, Category extends string = string> = Presentation<Row> & {
  /** What it is to the trash. */
  kind: TrashKind;
  words: ContentWords;
  api: ListApi<Row, Category>;
  nameOf: (row: Row) => string;
  filter?: ListFilter<Category>;
};

/** What a resource says of its form. */
export type FormKind<Row extends StoredRow, Values extends FieldValues, Input> = {
  words: ContentWords;
  api: FormApi<Row, Input>;
  drafts?: DraftApi;
  resolver: Resolver<Values, unknown, Input>;
  /** What the form starts with: a new one, or the one that is edited. */
  valuesOf: (row: Row | null) => DefaultValues<Values>;
  fields: ReactNode;
};

/** Which one is edited, null for a new one; `kept` is what was typed before a sign-in came between. */
export type FormTarget = { id: number | null; kept?: KeptForm };
