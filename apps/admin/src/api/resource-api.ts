import type { keepPreviousData, QueryObserverBaseResult } from '@tanstack/react-query';
import type { AdminAnswers, admin } from './admin.ts';

/** Calls that are alike for all content. */
type Content = typeof admin.posts;

export type StoredRow = { id: number };

export type Page<Row> = Omit<AdminAnswers['posts']['list'], 'items'> & { items: Row[] };

/** Without the state that screens do not read, so that derived and tested lists can have it. */
export type Loaded<Data> = Pick<
  QueryObserverBaseResult<Data, unknown>,
  'data' | 'error' | 'isFetching' | 'isPlaceholderData'
> & { refetch: () => Promise<{ data?: Data | undefined }> };

/** Without its options, which would tie a form to the answer of one content. */
type Mutation<Input, Answer = unknown> = {
  useMutation: () => { mutateAsync: (input: Input) => Promise<Answer>; isPending: boolean };
};

export type ListQuery<Category extends string = string> = {
  limit: number;
  offset: number;
  q?: string;
  category?: Category;
  /** The values differ from list to list, so only the server checks them. */
  status?: never;
  sort?: never;
};

type ListOptions = { enabled?: boolean; placeholderData?: typeof keepPreviousData };

/** Narrower than a procedure, because two lists are filtered or completed in the browser. */
export type ListApi<Row, Category extends string = string> = {
  list: { useQuery: (query: ListQuery<Category>, options: ListOptions) => Loaded<Page<Row>> };
};

export type DeleteApi = Pick<Content, 'remove'>;

/** The tag identifies the version. */
export type Item<Row> = Omit<AdminAnswers['posts']['get'], 'view'> & { view: Row };

type SeenVersion = StoredRow & { ifMatch?: string | undefined };

/** Calls whose row and input differ from content to content. */
export type FormApi<Row, Input> = Pick<Content, 'lastChange'> & {
  get: { useQuery: (of: StoredRow, options: typeof loadOnce & { enabled: boolean }) => Loaded<Item<Row>> };
  create: Mutation<Input, { view: StoredRow }>;
  update: Mutation<SeenVersion & { changes: Partial<Input> }>;
};

export type Version = AdminAnswers['posts']['versions']['list'][number];

/** Only items with pages have a preview. */
export type DraftApi = Partial<Pick<Content, 'preview'>> & {
  versions: Pick<Content['versions'], 'list' | 'get'> & {
    restore: Mutation<SeenVersion & { number: number }>;
  };
};

/** For a form: loads once, so that the values do not change while the user types. */
export const loadOnce = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
};

/** For a dialog: reloads each time it opens. */
export const loadOnOpen = { ...loadOnce, staleTime: 0 };
