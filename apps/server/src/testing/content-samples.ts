import { type Contract, contract } from '@institute/contract';
import { notFoundMessages, type TrashKind } from '@institute/contract/constants';
import type * as z from 'zod';
import type { DataOf } from './answers.ts';
import type { Caller, RestClient } from './caller.ts';

/** The contract's content resources: only who is signed in creates them. */
export type ContentKey = {
  [K in keyof Contract]: Contract[K] extends { create: { metadata: { access: 'bearer' } } } ? K : never;
}[keyof Contract];
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

interface Sample<K extends ContentKey> {
  kind: TrashKind & keyof typeof notFoundMessages;
  /** The field that names an item. */
  title: keyof BodyOf<K> & ('name' | 'title');
  /** Every field, none at its default. */
  full: Required<BodyOf<K>>;
  required: BodyOf<K>;
  /** What the rest of `required` becomes. */
  defaults: Partial<BodyOf<K>>;
  categories: readonly string[];
}

const picture = 'https://pictures.example/one.jpg';

const program = {
  name: 'Diploma in Fashion and Garment Design',
  description: 'Cutting, sewing, finishing.\nWith a show at the end.',
  duration: '12 weeks',
  schedule: 'Monday, Wednesday, Friday',
  price: 1500000.5,
  imageUrl: picture,
};
const coach = { name: 'Jane Doe', role: 'Staff - Matron', bio: 'Looks after everybody.' };
const post = { title: 'Open day', content: '<p>Come and <strong>see</strong>.</p>' };
const facility = {
  name: 'Salon',
  description: 'Twelve chairs.',
  features: ['Mirrors', 'Basins'],
  equipment: ['Dryers'],
  imageUrl: picture,
};
const alumnus = { name: 'John Doe', position: 'Tailor', graduationYear: 2019, image: '/images/one.jpg' };
const item = { title: 'Graduation', date: '2026-02-28', imageUrl: picture };

/** Bodies that the contract takes, for each content resource. */
export const samples: { readonly [K in ContentKey]: Sample<K> } = {
  programs: {
    kind: 'program',
    title: 'name',
    required: program,
    full: {
      ...program,
      category: 'camp',
      imageAlt: 'A sewing room',
      isActive: false,
      maxParticipants: 30,
      status: 'scheduled',
      publishAt: '2020-05-01T10:00:00.000Z',
    },
    defaults: {
      category: 'training',
      imageAlt: null,
      isActive: true,
      maxParticipants: null,
      status: 'published',
      publishAt: null,
    },
    categories: ['training', 'camp', 'clinic'],
  },
  coaches: {
    kind: 'coach',
    title: 'name',
    required: coach,
    full: { ...coach, specialties: ['Care', 'First aid'], imageUrl: picture, imageAlt: 'Jane Doe' },
    defaults: { specialties: [], imageUrl: null, imageAlt: null },
    categories: [],
  },
  posts: {
    kind: 'post',
    title: 'title',
    required: post,
    full: {
      ...post,
      category: 'community',
      imageUrl: picture,
      imageAlt: 'The gate',
      videoUrl: 'https://youtu.be/abcdefghijk',
      status: 'scheduled',
      publishAt: '2020-05-01T10:00:00.000Z',
    },
    defaults: {
      category: 'news',
      imageUrl: null,
      imageAlt: null,
      videoUrl: null,
      status: 'published',
      publishAt: null,
    },
    categories: ['news', 'events', 'achievements', 'announcements', 'community'],
  },
  facilities: {
    kind: 'facility',
    title: 'name',
    required: facility,
    full: {
      ...facility,
      imageAlt: 'Chairs',
      openingHours: '8:00 AM - 5:00 PM',
      availableDays: 'Monday - Friday',
      capacity: '24',
      maintenance: 'Weekly',
    },
    defaults: { imageAlt: null, openingHours: null, availableDays: null, capacity: null, maintenance: null },
    categories: [],
  },
  alumni: {
    kind: 'alumni',
    title: 'name',
    required: alumnus,
    full: {
      ...alumnus,
      currentTeam: 'Lake Hub',
      category: 'youth',
      achievements: ['Best of the year'],
      imageAlt: 'John Doe',
    },
    defaults: { currentTeam: null, category: 'professional', achievements: [], imageAlt: null },
    categories: ['professional', 'college', 'youth'],
  },
  gallery: {
    kind: 'gallery',
    title: 'title',
    required: item,
    full: {
      ...item,
      category: 'competitions',
      type: 'video',
      imageAlt: 'Hats in the air',
      videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
    },
    defaults: { category: 'events', type: 'image', imageAlt: null, videoUrl: null },
    categories: ['events', 'facilities', 'training', 'competitions', 'videos'],
  },
};

export type Fields = Record<string, unknown>;
export type Item = Fields & { id: number; createdAt: string; updatedAt: string };

/** What tests of all content resources need of one, whichever it is. */
export interface AnySample {
  resource: ContentKey;
  kind: TrashKind;
  title: 'name' | 'title';
  full: Fields;
  required: Fields;
  defaults: Fields;
  categories: readonly string[];
  /** What is said of an item that is not there. */
  missing: string;
  createBody: z.ZodType;
  updateBody: z.ZodType;
  /** Sort names, without those that turn the order round. */
  sorts: string[];
}

export const everyContent: readonly AnySample[] = (Object.keys(samples) as ContentKey[]).map((resource) => {
  const { create, update, list } = contract[resource];
  return {
    resource,
    ...samples[resource],
    missing: notFoundMessages[samples[resource].kind],
    createBody: create.body,
    updateBody: update.body,
    sorts: list.query.shape.sort.unwrap().options.filter((name) => !name.startsWith('-')),
  };
});

/** The calls that all content resources share, with bodies of any fields. */
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

export const contentApi = ({ api }: Pick<Caller, 'api'>, resource: ContentKey): ContentApi =>
  // a union of clients cannot be called with one body for all
  api[resource] as unknown as ContentApi;
