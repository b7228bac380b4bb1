import { type ContentKey, contentResources, contract, type TrashKind } from '@institute/contract';
import * as z from 'zod';
import { resources } from '../../composition/resources.ts';
import type { ContentCountKey } from '../../context/content-description.ts';
import type { DataOf } from './answers.ts';
import type { Caller, RestClient } from './caller.ts';

export type { ContentKey };
export type BodyOf<K extends ContentKey> = RestClient[K] extends {
  create: (input: infer I extends { body: unknown }) => unknown;
}
  ? I['body']
  : never;
export type ViewOf<K extends ContentKey> = RestClient[K] extends {
  create: (input: never) => Promise<infer A>;
}
  ? DataOf<A>
  : never;

const titles = ['name', 'title', 'place'] as const;
type Title = (typeof titles)[number];

const stored = ['id', 'createdAt', 'updatedAt'];

interface Sample<K extends ContentKey> {
  title: keyof BodyOf<K> & Title;
  /** Each value differs from its default. */
  full: Required<BodyOf<K>>;
  required: BodyOf<K>;
}

function makeContentSample(resource: (typeof resources)[number]): AnySample {
  const { key, info } = resource;
  const { categories, notFound, ...declared } = contentResources[key];
  const example: Fields = declared.example;
  const { create, update, list } = contract[key];
  const required = pickRequiredFields(create.body, example, resource.defaults);
  const { shape } = contract[key].get.responses[200].shape.data;
  /** The server makes some values itself where they are absent. */
  const isShown = (field: string, value: unknown) =>
    z.safeParse(z.unknown().pipe((shape as z.ZodRawShape)[field] ?? z.never()), value).success;
  return {
    resource: key,
    kind: info.type,
    statsKey: info.statsKey,
    title: titles.find((field) => field in example) ?? 'name',
    readOnly: Object.keys(contract[key].get.responses[200].shape.data.shape).filter(
      (field) => !(field in example) && !stored.includes(field),
    ),
    full: example,
    required,
    defaults: Object.fromEntries(
      Object.entries(resource.defaults).filter(
        ([field, value]) => !(field in required) && isShown(field, value),
      ),
    ),
    categories,
    missing: notFound,
    createBody: create.body,
    updateBody: update.body,
    sorts: list.query.shape.sort.unwrap().options.filter((name) => !name.startsWith('-')),
  };
}

function pickRequiredFields(schema: z.ZodType, example: Fields, defaults: Fields): Fields {
  const pickFields = (has: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(example).filter(([field]) => has(field)));
  const required = pickFields((field) => !(field in defaults));
  const demanded = schema.safeParse(required).error?.issues.map(({ path }) => path[0]) ?? [];
  return { ...required, ...pickFields((field) => demanded.includes(field)) };
}

export type Fields = Record<string, unknown>;
export type Item = Fields & { id: number; createdAt: string; updatedAt: string };

export interface AnySample {
  resource: ContentKey;
  kind: TrashKind;
  statsKey: ContentCountKey | null;
  title: Title;
  readOnly: readonly string[];
  full: Fields;
  required: Fields;
  defaults: Fields;
  categories: readonly string[];
  missing: string;
  createBody: z.ZodType;
  updateBody: z.ZodType;
  sorts: string[];
}

export const everyContent: readonly AnySample[] = resources.map(makeContentSample);

/** One with drafts, versions and pictures, and a plain one. The others share their code. */
export const typicalContent = everyContent.filter(
  ({ resource }) => resource === 'programs' || resource === 'alumni',
);

export const samples = Object.fromEntries(
  everyContent.map((sample) => [sample.resource, sample]),
) as unknown as {
  readonly [K in ContentKey]: Sample<K>;
};

export interface ContentApi {
  list(input?: { query?: Fields; extraHeaders?: Record<string, string> }): Promise<Answer<200, ItemPage>>;
  summaries(input?: { query?: Fields }): Promise<Answer<200, ItemPage>>;
  get(input: {
    params: { id: number };
    extraHeaders?: Record<string, string>;
  }): Promise<Answer<200, { data: Item }>>;
  create(input: { body: Fields }): Promise<Answer<201, { data: Item }>>;
  update(input: Change & { body: Fields }): Promise<Answer<200, { data: Item }>>;
  remove(input: Change): Promise<Answer<200, { data: { id: number } }>>;
}
interface ItemPage {
  data: Item[];
  meta: { total: number; limit: number; offset: number };
}
interface Change {
  params: { id: number };
  headers?: { 'if-match'?: string };
  extraHeaders?: Record<string, string>;
}
type Refused = Exclude<Awaited<ReturnType<RestClient['posts']['get']>>, { status: 200 }>;
type Answer<S extends number, B> = { status: S; body: B; headers: Headers } | Refused;

export const getContentApi = ({ api }: Pick<Caller, 'api'>, resource: ContentKey): ContentApi =>
  // A union of clients cannot be called with one body type.
  api[resource] as unknown as ContentApi;
