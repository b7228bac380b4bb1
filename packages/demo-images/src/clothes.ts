import { bowl, type Drawing, disc, line, mix, path, polygon, repeat, shade } from './kit.ts';
import { figured, type Person } from './person.ts';

const BODY = 'M84 900v-318c0-76 50-126 122-132h228c72 6 122 56 122 132v318z';

export function clothes(person: Person, skin: string): Drawing {
  const { colour, trim = shade.white } = person;
  const dark = mix(colour, shade.ink, 0.22);
  const body = path(BODY, colour);
  const round = bowl(320, 448, 66, skin);
  const vee = polygon('252,448 388,448 320,560', skin);
  const collar = (fill: string) =>
    polygon('256,440 320,520 270,560 214,462', fill) + polygon('384,440 320,520 370,560 426,462', fill);
  switch (person.clothes) {
    case 'shirt':
      return (
        body +
        vee +
        line('M320 540v100', dark, 6) +
        collar(mix(colour, shade.white, 0.35)) +
        repeat(2, (i) => disc(336, 578 + i * 40, 6, dark))
      );
    case 'chef':
      return (
        body +
        round +
        path('M320 520v380h-96v-240z', mix(colour, shade.ink, 0.07)) +
        repeat(4, (i) => disc(i % 2 ? 366 : 274, 560 + (i >> 1) * 50, 10, shade.ink)) +
        polygon('248,446 392,446 350,506 320,490 290,506', trim) +
        polygon('308,492 332,492 348,540 292,540', trim)
      );
    case 'polo':
      return body + vee + collar(trim) + line('M306 548v60M334 548v60', dark, 6);
    case 'blazer':
      return (
        path('M236 446h168l-84 214z', trim) +
        polygon('262,446 378,446 320,530', skin) +
        path(
          'M84 900v-318c0-76 50-126 122-132h32l82 210v240zM556 900v-318c0-76-50-126-122-132h-32l-82 210v240z',
          colour,
        ) +
        polygon('238,446 320,640 246,576 262,548 200,520', dark) +
        polygon('402,446 320,640 394,576 378,548 440,520', dark)
      );
    case 'kitenge':
      return figured('shirt', BODY, person) + round + line('M254 448a66 66 0 0 0 132 0', trim, 12, 'butt');
    case 'dress':
      return (
        figured('dress', BODY, person) +
        path('M230 448c10 60 50 84 90 84s80-24 90-84z', skin) +
        line('M230 448c10 60 50 84 90 84s80-24 90-84', trim, 12, 'butt')
      );
    case 'gomesi':
      return (
        path('M92 900v-324l-40-124l114 22l62-24h184l62 24l114-22l-40 124v324z', colour) +
        path('M244 448h152v58h-152z', skin) +
        line('M238 448v64h164v-64', trim, 14, 'butt') +
        path('M92 604h456v56H92z', trim) +
        disc(262, 540, 9, trim) +
        disc(262, 566, 9, trim)
      );
    case 'apron':
      return (
        body +
        round +
        path('M212 900v-364h216v364z', trim) +
        line('M222 540l18-92M418 540l-18-92', trim, 16, 'butt')
      );
    case 'tracksuit':
      return (
        body +
        polygon('270,448 370,448 320,520', trim) +
        line('M320 500v140', trim, 8) +
        line('M130 660c0-76 16-136 72-172M510 660c0-76-16-136-72-172', trim, 14, 'butt') +
        collar(dark)
      );
    case 'gown':
      return (
        body +
        vee +
        polygon('232,448 320,600 320,640 276,640 188,456', trim) +
        polygon('408,448 320,600 320,640 364,640 452,456', trim)
      );
    default:
      return body + round + line('M254 448a66 66 0 0 0 132 0', dark, 10, 'butt');
  }
}
