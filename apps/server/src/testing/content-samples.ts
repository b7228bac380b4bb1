import { contract } from '@institute/contract';
import { notFoundMessages } from '@institute/contract/constants';

export type Fields = Record<string, unknown>;

/** One content resource with bodies that its contract takes. */
export interface Sample {
  resource: 'programs' | 'coaches' | 'posts' | 'facilities' | 'alumni' | 'gallery';
  routes: typeof contract.programs | typeof contract.coaches | typeof contract.posts;
  missing: string;
  /** The field that names an item. */
  title: 'name' | 'title';
  /** Every field, none at its default. */
  full: Fields;
  required: Fields;
  /** What the rest of `required` becomes. */
  defaults: Fields;
  categories: readonly string[];
}

const picture = 'https://pictures.example/one.jpg';

const sample = (
  resource: Sample['resource'],
  missing: keyof typeof notFoundMessages,
  rest: Omit<Sample, 'resource' | 'routes' | 'missing'>,
): Sample => ({
  resource,
  routes: contract[resource] as Sample['routes'],
  missing: notFoundMessages[missing],
  ...rest,
});

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

export const samples: readonly Sample[] = [
  sample('programs', 'program', {
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
  }),
  sample('coaches', 'coach', {
    title: 'name',
    required: coach,
    full: { ...coach, specialties: ['Care', 'First aid'], imageUrl: picture, imageAlt: 'Jane Doe' },
    defaults: { specialties: [], imageUrl: null, imageAlt: null },
    categories: [],
  }),
  sample('posts', 'post', {
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
  }),
  sample('facilities', 'facility', {
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
  }),
  sample('alumni', 'alumni', {
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
  }),
  sample('gallery', 'gallery', {
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
  }),
];
