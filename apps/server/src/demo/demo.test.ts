import { existsSync, readFileSync } from 'node:fs';
import { alumniCategories } from '@institute/contract/alumni.constants';
import { isBoardRole, isStaffRole } from '@institute/contract/coach-role';
import { galleryCategories } from '@institute/contract/gallery.constants';
import { legalPlaceholders } from '@institute/contract/place';
import { postCategories } from '@institute/contract/posts.constants';
import { programCategories } from '@institute/contract/programs.constants';
import { faqCategories } from '@institute/contract/site.constants';
import { smsTextDefaults } from '@institute/contract/sms-texts.constants';
import { fillTemplate } from '@institute/contract/text';
import { readVideoId } from '@institute/contract/video';
import { expect, test } from 'vitest';
import { demoSite as site, siteDefaults } from '../modules/platform/site/site-defaults.service.ts';
import {
  alumni,
  coaches,
  facilities,
  gallery,
  makeDemoIntakes,
  makeDemoPosts,
  pages,
  posts,
  programs,
} from './content.ts';
import { isHoliday } from './holidays.ts';

const everything = JSON.stringify({ programs, coaches, posts, pages, facilities, gallery, alumni, site });

const { sms, ...messages } = siteDefaults.messages;
test.each([
  ['./alumni.json', alumni],
  ['./coaches.json', coaches],
  ['./facilities.json', facilities],
  ['./gallery.json', gallery],
  ['./programs.json', programs],
  ['../modules/platform/site/defaults.json', { ...siteDefaults, messages }],
])('the contract stores %s unchanged', (file, stored) => {
  // What a file leaves out has the contract's value
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect(stored).toMatchObject(JSON.parse(fillTemplate(text, legalPlaceholders)));
});

test('the default texts leave the law to the file of the place', () => {
  const defaults = new URL('../modules/platform/site/defaults.json', import.meta.url);
  expect(readFileSync(defaults, 'utf8')).not.toMatch(/Uganda|\.ug\b/);
});

test('its SMS have the texts of the contract', () => {
  expect(sms).toEqual(smsTextDefaults);
});

test.each([
  ['programs', programs, programCategories, 12],
  ['posts', posts, postCategories, 8],
  ['gallery items', gallery, galleryCategories, 12],
  ['alumni', alumni, alumniCategories, 6],
  ['questions', site.faq, faqCategories, 9],
])('has %s in every category', (_, items, categories, least) => {
  expect(items.length).toBeGreaterThanOrEqual(least);
  expect(new Set(items.map(({ category }) => category))).toEqual(new Set(categories));
});

test('has a free program, an inactive one, board, staff and trainers, and films', () => {
  expect(programs.filter(({ price }) => price === 0)).toHaveLength(1);
  expect(programs.filter(({ isActive }) => isActive === false)).toHaveLength(1);
  const roles = coaches.map(({ role }) => role);
  expect(roles.filter(isBoardRole).length).toBeGreaterThanOrEqual(3);
  expect(roles.filter(isStaffRole).length).toBeGreaterThanOrEqual(2);
  expect(roles.filter((role) => role.startsWith('Coach - ')).length).toBeGreaterThanOrEqual(4);
  expect(
    gallery.filter(({ videoUrl, imageUrl }) => readVideoId(videoUrl) && imageUrl).length,
  ).toBeGreaterThan(2);
  expect(posts.filter(({ videoUrl }) => readVideoId(videoUrl))).toHaveLength(1);
});

test('has the values, opening hours and former players that the site was asked to show', () => {
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
  expect(site.testimonials.map(({ role }) => /^Former .*coach$/.test(role))).toEqual([true, true, true]);
});

test.each(['2026-11-21', '2026-12-31', '2027-01-04', '2027-05-01', '2028-02-29'])(
  'on %s every program has two or three intakes, all of them to come, on Mondays that are no holidays',
  (today) => {
    const intakes = makeDemoIntakes(today);
    for (const [at, { schedule }] of programs.entries()) {
      const own = intakes.filter(({ program }) => program === at);
      expect([2, 3]).toContain(own.length);
      expect(schedule).toMatch(/^Mon/);
      for (const { startsOn, appliesUntil } of own.map(({ intake }) => intake)) {
        expect(String(appliesUntil) > today).toBe(true);
        const start = new Date(startsOn);
        expect([start.getUTCDay(), isHoliday(start)]).toEqual([1, false]);
      }
    }
  },
);

test('the news names the day on which the diplomas start', () => {
  const starts = new Set(
    makeDemoIntakes('2026-11-21')
      .filter(({ program, intake }) => program < 3 && intake.startsOn < '2027-05')
      .map(({ intake }) => intake.startsOn),
  );
  expect([...starts]).toEqual(['2027-01-18']);
  const news = makeDemoPosts('2026-11-21');
  expect(news.map(({ title }) => title)).toContain('Applications for the January intake are open');
  expect(JSON.stringify(news)).toContain('begin on Monday, 18 January 2027');
  expect(JSON.stringify(news)).not.toMatch(/\{\w+\}/);
});

test('posts and gallery are in the order of their dates', () => {
  const written = posts.map(({ createdAt }) => createdAt);
  expect(written).toEqual(written.toSorted());
  const taken = gallery.map(({ date }) => date);
  expect(taken).toEqual(taken.toSorted().toReversed());
});

test('links only to pages without an id, and to images that the site serves and describes', () => {
  const listed =
    /^\/(about|programs|coaches|facilities|registration|news|gallery|videos|alumni|contact|faq|donations)(\?\w+=\w+)?$/;
  for (const [, link] of everything.matchAll(/href=\\"([^"\\]*)/g)) expect(link).toMatch(listed);
  const images = new Set(everything.match(/\/images\/[^"\\]+/g));
  expect(images.size).toBeGreaterThan(20);
  for (const image of images)
    expect(existsSync(new URL(`../../../web/public${image}`, import.meta.url)), image).toBe(true);
  for (const { imageAlt } of [
    ...programs,
    ...coaches,
    ...posts,
    ...pages,
    ...facilities,
    ...gallery,
    ...alumni,
  ])
    expect(imageAlt).toBeTruthy();
});

test('has no exclamation marks, no placeholders, and no commas in lists edited as text', () => {
  expect(everything).not.toMatch(/!|lorem|ipsum/i);
  const typed = [
    ...coaches.map(({ specialties }) => specialties),
    ...alumni.map(({ achievements }) => achievements),
  ];
  expect(typed.flat().filter((entry) => entry?.includes(','))).toEqual([]);
});
