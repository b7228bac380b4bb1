/** The calls that the shared screens make. Each router of `admin` has those that it supports. */

export type StoredRow = { id: number };

export type Page<Row> = {
  items: Row[];
  total: number;
  /** True when the server stopped counting at `total`. */
  isMore?: boolean | undefined;
};

export type Loaded<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  /** True while the data belong to the previous query. */
  isPlaceholderData: boolean;
  refetch: () => Promise<{ data?: Data | undefined }>;
};

type Mutation<Input, Answer = unknown> = {
  useMutation: () => { mutateAsync: (input: Input) => Promise<Answer>; isPending: boolean };
};
type SeenVersion = { id: number; ifMatch?: string | undefined };

export type ListQuery<Category extends string = string> = {
  limit: number;
  offset: number;
  q?: string;
  category?: Category;
  /** The values differ from list to list, so only the server checks them. */
  status?: never;
  sort?: never;
};

type ListOptions<Row> = {
  enabled?: boolean;
  placeholderData?: (previous: Page<Row> | undefined) => Page<Row> | undefined;
};

export type ListApi<Row, Category extends string = string> = {
  list: { useQuery: (query: ListQuery<Category>, options: ListOptions<Row>) => Loaded<Page<Row>> };
};

export type DeleteApi = { remove: Mutation<SeenVersion> };

type DialogOptions = { gcTime: number; staleTime: number; refetchOnWindowFocus: boolean; enabled?: boolean };

/** The tag identifies the version. */
export type Stored<Row> = { view: Row; tag: string };

export type FormApi<Row, Input> = {
  get: { useQuery: (of: { id: number }, options: DialogOptions) => Loaded<Stored<Row>> };
  lastChange: {
    useQuery: (
      of: { id: number },
      options: DialogOptions,
    ) => Loaded<{ by: string | null; at: string } | null>;
  };
  create: Mutation<Input, { view: StoredRow }>;
  update: Mutation<SeenVersion & { changes: Partial<Input> }>;
};

export type Version = { number: number; by: string | null; at: string };

type PreviewOptions = { refetchInterval: number; trpc: { abortOnUnmount: boolean } };

/** Only items with pages have a preview. */
export type DraftApi = {
  preview?: { useQuery: (of: { id: number }, options: PreviewOptions) => Loaded<string> };
  versions: {
    list: { useQuery: (of: { id: number }, options: DialogOptions) => Loaded<Version[]> };
    get: { useQuery: (of: { id: number; number: number }) => Loaded<object> };
    restore: Mutation<SeenVersion & { number: number }>;
  };
};

/** For a form: loads once, so that the values do not change while the user types. */
export const loadOnce: DialogOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
};

/** For a dialog: reloads each time it opens. */
export const loadOnOpen: DialogOptions = { ...loadOnce, staleTime: 0 };
