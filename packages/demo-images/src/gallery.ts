import { at, group, rect, repeat, shade } from './kit.ts';
import type { Poster } from './scene.ts';
import { mirror, salonChair } from './subjects/beauty.ts';
import { drum, videoCamera } from './subjects/culture.ts';
import { bunting, button, DRESS, dress, inCloth, needle, spool } from './subjects/fashion.ts';
import { books } from './subjects/office.ts';
import { ball, medal, mortarboard, trophy } from './subjects/sport.ts';
import { code, laptop, robot } from './subjects/technology.ts';

const { green, leaf, sun, clay, sky, ink, white, mint, peach, mist, honey, wood } = shade;

export const gallery: Record<string, Poster> = {
  'gallery/fashion-show': {
    ground: clay,
    halo: peach,
    form: 'arch',
    palette: 'fashion',
    side: 'both',
    subject:
      at(-250, 30, 0.74, dress(green)) +
      at(250, 30, 0.74, dress(sun)) +
      at(0, 70, 0.96, dress(inCloth('dress', DRESS, 'technology', 110))),
  },
  'gallery/cultural-day': {
    ground: green,
    halo: sun,
    palette: 'institute',
    side: 'right',
    subject: at(-170, 90, 0.8, drum(clay)) + at(150, 40, 0.98, drum(ink)) + at(-480, -440, 1, bunting(960)),
  },
  'gallery/hair-salon': {
    ground: honey,
    halo: white,
    form: 'none',
    palette: 'beauty',
    side: 'left',
    subject: at(0, -60, 1, mirror(clay, mist)) + at(0, 190, 0.96, salonChair(green)),
  },
  'gallery/reading-corner': {
    ground: leaf,
    halo: mint,
    form: 'arch',
    palette: 'craft',
    side: 'both',
    subject: repeat(
      3,
      (i) => books(-230, -90 + i * 190, 460, 150, i * 4 + 1) + rect(-250, -90 + i * 190, 500, 22, wood, 6),
    ),
    scale: 1.25,
  },
  'gallery/football-final': {
    ground: leaf,
    halo: sun,
    palette: 'camp',
    side: 'left',
    subject: at(-110, -60, 0.9, trophy(honey)) + at(170, 190, 0.66, ball),
  },
  'gallery/coding-cup': {
    ground: sky,
    halo: honey,
    palette: 'technology',
    side: 'right',
    subject: at(0, 50, 0.98, laptop(ink, code(white, sun))) + at(270, -150, 0.62, medal(clay, sun)),
  },
  'gallery/video-campus-tour': {
    ground: mint,
    halo: sun,
    palette: 'camp',
    side: 'film',
    subject: at(-20, 60, 1, videoCamera(green)),
  },
  'gallery/video-graduation': {
    ground: sky,
    halo: honey,
    palette: 'office',
    side: 'film',
    subject:
      group('translate(-160 -190) rotate(-16) scale(0.62)', mortarboard(ink)) +
      group('translate(190 -10) rotate(12) scale(0.7)', mortarboard(green)) +
      group('translate(-130 230) rotate(-6) scale(0.66)', mortarboard(clay)),
  },
  'gallery/video-sewing-lesson': {
    ground: peach,
    halo: white,
    palette: 'fashion',
    side: 'film',
    subject:
      at(-120, 20, 1.1, spool(clay)) +
      group('translate(180 0) rotate(14)', needle(clay)) +
      at(40, 250, 0.7, button(green)),
  },
  'gallery/video-coding-camp': {
    ground: sun,
    halo: honey,
    palette: 'camp',
    side: 'film',
    subject: at(0, 60, 0.98, robot(sky, green)),
  },
};
