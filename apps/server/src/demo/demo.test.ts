import { existsSync } from 'node:fs';
import {
  alumnusInput,
  coachInput,
  facilityInput,
  galleryCreate,
  intakeCreate,
  postInput,
  programInput,
  siteSettings,
} from '@institute/contract';
import { isBoard, isStaff } from '@institute/contract/coach-role';
import {
  alumniCategories,
  facilityPreview,
  galleryCategories,
  postCategories,
  programCategories,
  programPreview,
} from '@institute/contract/content.constants';
import { isFree } from '@institute/contract/money';
import { faqCategories } from '@institute/contract/site.constants';
import { videoId } from '@institute/contract/video';
import { describe, expect, test } from 'vitest';
import { alumni } from './alumni.ts';
import { coaches } from './coaches.ts';
import { facilities } from './facilities.ts';
import { gallery } from './gallery.ts';
import { demoIntakes } from './intakes.ts';
import { posts } from './posts.ts';
import { programs } from './programs.ts';
import { site } from './site.ts';

const intakes = demoIntakes('2026-11-21');

const collections = {
  programs: { items: programs, schema: programInput },
  coaches: { items: coaches, schema: coachInput },
  posts: { items: posts.map(({ createdAt: _, ...input }) => input), schema: postInput },
  facilities: { items: facilities, schema: facilityInput },
  gallery: { items: gallery, schema: galleryCreate },
  intakes: {
    items: intakes.map(({ program, intake }) => ({ ...intake, programId: program + 1 })),
    schema: intakeCreate,
  },
  alumni: { items: alumni, schema: alumnusInput },
  site: { items: [site], schema: siteSettings },
};
const everything = JSON.stringify({ programs, coaches, posts, facilities, gallery, alumni, site });
const lastDay = '2026-11-15';

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ');
const wordCount = (html: string) => textOf(html).split(/\s+/).filter(Boolean).length;
const sorted = (values: readonly string[]) => values.toSorted();
const used = (values: (string | undefined)[]) =>
  sorted([...new Set(values.filter((value) => value !== undefined))]);

describe.each(Object.entries(collections))('%s', (_, { items, schema }) => {
  test('are stored unchanged by the contract', () => {
    for (const item of items) expect(schema.parse(item)).toEqual(item);
  });
});

describe('programs', () => {
  test('has twelve programs over the three categories, one of them inactive', () => {
    expect(programs).toHaveLength(12);
    expect(used(programs.map(({ category }) => category))).toEqual(sorted(programCategories));
    expect(programs.filter(({ isActive }) => isActive === false)).toHaveLength(1);
  });

  test('has a free program, a short description and one that cards cut', () => {
    expect(programs.filter(({ price }) => isFree(price))).toHaveLength(1);
    const lengths = programs.map(({ description }) => description.length);
    expect(Math.max(...lengths)).toBeGreaterThan(programPreview.description);
    expect(Math.min(...lengths)).toBeLessThanOrEqual(programPreview.description);
  });
});

test('every program has two or three intakes, all of them to come', () => {
  for (const [at] of programs.entries()) {
    const own = intakes.filter(({ program }) => program === at);
    expect([2, 3]).toContain(own.length);
    for (const { intake } of own) expect(String(intake.appliesUntil) > '2026-11-21').toBe(true);
  }
  const seats = intakes.map(({ intake }) => intake.seats);
  expect(seats).toContain(1);
  expect(seats).toContain(null);
});

test('coaches include the board, the staff and trainers', () => {
  expect(coaches.length).toBeGreaterThanOrEqual(8);
  const roles = coaches.map(({ role }) => role);
  expect(roles.filter(isBoard).length).toBeGreaterThanOrEqual(3);
  expect(roles.filter(isStaff).length).toBeGreaterThanOrEqual(2);
  expect(roles.filter((role) => role.startsWith('Coach - ')).length).toBeGreaterThanOrEqual(4);
  expect(coaches.every(({ imageAlt, name }) => imageAlt === name)).toBe(true);
});

test('facilities show long and short feature lists, own details and defaults', () => {
  expect(facilities.length).toBeGreaterThanOrEqual(6);
  const counts = facilities.map(({ features }) => features.length);
  expect(Math.max(...counts)).toBeGreaterThan(facilityPreview.features);
  expect(Math.min(...counts)).toBeLessThanOrEqual(facilityPreview.features);
  for (const detail of ['openingHours', 'availableDays', 'capacity', 'maintenance'] as const)
    expect(new Set(facilities.map((facility) => facility[detail] === undefined))).toEqual(
      new Set([true, false]),
    );
});

describe('posts', () => {
  test('has eight or more posts over the five categories, one with a video', () => {
    expect(posts.length).toBeGreaterThanOrEqual(8);
    expect(used(posts.map(({ category }) => category))).toEqual(sorted(postCategories));
    expect(posts.filter(({ videoUrl }) => videoId(videoUrl))).toHaveLength(1);
  });

  test.each(posts)('"$title" can be read in two minutes', ({ content }) => {
    expect(wordCount(content)).toBeGreaterThanOrEqual(150);
    expect(wordCount(content)).toBeLessThanOrEqual(400);
    expect(content).toMatch(/<h2>.*<ul>|<ul>.*<h2>|<h2>.*<blockquote>/s);
  });

  test('link only to pages of the site without an id', () => {
    const links = [...everything.matchAll(/href=\\"([^"\\]*)/g)].map(([, address]) => address ?? '');
    expect(links.length).toBeGreaterThan(posts.length);
    for (const link of links)
      expect(link).toMatch(
        /^\/(about|programs|coaches|facilities|registration|news|gallery|videos|alumni|contact|faq|donations)(\?\w+=\w+)?$/,
      );
  });

  test('are in the order of their dates, within a year', () => {
    const days = posts.map(({ createdAt }) => createdAt);
    expect(days).toEqual(sorted(days));
    expect(days.every((day) => day > '2025-11-15' && day < lastDay)).toBe(true);
  });
});

describe('gallery', () => {
  test('holds twelve or more items over its categories', () => {
    expect(gallery.length).toBeGreaterThanOrEqual(12);
    expect(used(gallery.map(({ category }) => category))).toEqual(sorted(galleryCategories));
  });

  test('holds three or more videos with an image of their own', () => {
    const videos = gallery.filter(({ type }) => type === 'video');
    expect(videos.length).toBeGreaterThanOrEqual(3);
    for (const { videoUrl, imageUrl } of videos) {
      expect(videoId(videoUrl)).toHaveLength(11);
      expect(imageUrl).toMatch(/^\/images\/demo\//);
    }
  });

  test('is sorted newest first', () => {
    const days = gallery.map(({ date }) => date);
    expect(days).toEqual(sorted(days).toReversed());
    expect(days.every((day) => day < lastDay)).toBe(true);
  });
});

test('has six or more alumni over the three categories', () => {
  expect(alumni.length).toBeGreaterThanOrEqual(6);
  expect(used(alumni.map(({ category }) => category))).toEqual(sorted(alumniCategories));
});

describe('site', () => {
  test('has nine or more questions over the three categories', () => {
    expect(site.faq.length).toBeGreaterThanOrEqual(9);
    expect(used(site.faq.map(({ category }) => category))).toEqual(sorted(faqCategories));
  });

  test('has the titles, values and hours that the specification names', () => {
    expect(site.pages.alumni.title).toBe('Alumni Network');
    expect(site.pages.videos.title).toBe('Videos');
    expect(site.pages.donations.title).toBe('Support Our Mission');
    expect(site.values.map(({ title }) => title)).toEqual([
      'Professionalism',
      'Trust',
      'Integrity',
      'Excellence',
    ]);
    expect(site.openingHours.map(({ days, hours }) => `${days} ${hours}`)).toEqual([
      'Mon-Fri 8:00 AM-6:00 PM',
      'Sat 9:00 AM-4:00 PM',
      'Sun closed',
    ]);
  });

  test('quotes three former players who coach today', () => {
    expect(new Set(site.testimonials.map(({ name }) => name)).size).toBe(3);
    for (const { role } of site.testimonials) expect(role).toMatch(/^Former .*coach$/);
  });
});

describe('everything', () => {
  test('names only images that the site serves', () => {
    const addresses = new Set(everything.match(/\/images\/[^"\\]+/g));
    expect(addresses.size).toBeGreaterThan(20);
    for (const address of addresses)
      expect(existsSync(new URL(`../../../web/public${address}`, import.meta.url)), address).toBe(true);
  });

  test('says what each image shows', () => {
    for (const { imageAlt } of [...programs, ...coaches, ...posts, ...facilities, ...gallery, ...alumni])
      expect(imageAlt).toBeTruthy();
  });

  test('has no exclamation marks and no placeholder text', () => {
    expect(everything).not.toMatch(/!|lorem|ipsum/i);
  });

  test('keeps lists unchanged when they are edited as comma-separated text', () => {
    const typed = [
      ...coaches.map(({ specialties }) => specialties),
      ...alumni.map(({ achievements }) => achievements),
    ];
    expect(typed.flat().filter((entry) => entry?.includes(','))).toEqual([]);
  });
});
