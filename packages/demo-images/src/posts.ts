import { at, group, shade } from './kit.ts';
import type { Poster } from './scene.ts';
import { comb, heart } from './subjects/beauty.ts';
import { clapper, reel } from './subjects/culture.ts';
import { sewingMachine, spool } from './subjects/fashion.ts';
import { boxes, calendar, clipboard, pencil } from './subjects/office.ts';
import { diploma, mortarboard, trophy } from './subjects/sport.ts';
import { laptop } from './subjects/technology.ts';

const { green, leaf, sun, clay, sky, ink, sand, white, mint, peach, mist, honey } = shade;

export const posts: Record<string, Poster> = {
  'news/graduation': {
    ground: green,
    halo: mint,
    palette: 'institute',
    side: 'both',
    subject: at(0, -60, 0.96, mortarboard(ink)) + group('translate(0 220) rotate(-8)', diploma(clay)),
  },
  'news/fashion-studio': {
    ground: peach,
    halo: white,
    palette: 'fashion',
    side: 'right',
    subject: at(0, 40, 0.98, sewingMachine(clay)) + at(260, -270, 0.5, spool(green)),
  },
  'news/holiday-camp': { ground: mint, halo: leaf, palette: 'camp', side: 'left', subject: calendar(clay) },
  'news/skills-cup': {
    ground: sky,
    halo: mist,
    palette: 'technology',
    side: 'both',
    subject: at(0, -10, 1.05, trophy(sun)),
  },
  'news/intake-open': {
    ground: leaf,
    halo: mint,
    palette: 'institute',
    side: 'left',
    subject: at(-40, 20, 0.98, clipboard(clay)) + group('translate(240 60) rotate(24)', pencil(sun)),
  },
  'news/new-computers': {
    ground: sand,
    halo: mist,
    palette: 'office',
    side: 'both',
    subject: at(0, 90, 1.1, boxes) + at(0, -190, 0.56, laptop(sky)),
  },
  'news/community-hair-day': {
    ground: clay,
    halo: peach,
    palette: 'beauty',
    side: 'right',
    subject: at(0, 0, 1.15, heart(sun)) + group('rotate(24) scale(0.72)', comb(ink)),
  },
  'news/student-film': {
    ground: sun,
    halo: honey,
    palette: 'craft',
    side: 'left',
    subject: at(190, -190, 0.8, reel(clay)) + at(-20, 70, 1, clapper(green)),
  },
};
