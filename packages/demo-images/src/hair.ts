import { type Drawing, disc, line, mix, path, polygon, rect, repeat, ring, shade } from './kit.ts';
import { figured, hairColours, type Person, skins } from './person.ts';

/** Hair behind the head. */
export function hairBehind({ hair, hairColour = 'black' }: Person): Drawing {
  const tone = hairColours[hairColour];
  const sheen = mix(tone, shade.wood, 0.22);
  switch (hair) {
    case 'afro':
      return disc(320, 222, 158, tone);
    case 'puff':
      return disc(320, 122, 78, tone);
    case 'bun':
      return disc(320, 130, 52, tone) + ring(320, 130, 26, 7, sheen);
    case 'bob':
      return rect(196, 148, 248, 270, tone, 112);
    case 'braids':
      return (
        rect(204, 146, 232, 400, tone, 100) +
        repeat(4, (i) => line(`M${222 + i * 14} 330v196`, sheen, 3)) +
        repeat(4, (i) => line(`M${376 + i * 14} 330v196`, sheen, 3))
      );
    case 'locs':
      return (
        repeat(7, (i) => rect(192 + i * 36, 190, 40, 200 - (i % 2) * 24, tone, 18)) +
        disc(320, 240, 116, tone)
      );
    default:
      return '';
  }
}

const CAP =
  'M226 262c0-74 38-116 94-116s94 42 94 116c-8-26-20-42-36-48c-40-12-76-12-116 0c-16 6-28 22-36 48z';

/** Hair, hats and scarves in front of the head. */
export function hairBefore(person: Person): Drawing {
  const { hair, hairColour = 'black', wrap = shade.clay } = person;
  const tone = hairColours[hairColour];
  const sheen = mix(tone, shade.wood, 0.22);
  const lowCap = path(CAP, tone);
  switch (hair) {
    case 'bald':
      return '';
    case 'fade':
      return (
        path(
          'M230 268c-6-80 34-122 90-122s96 42 90 122c-6-26-14-46-26-58h-128c-12 12-20 32-26 58z',
          mix(tone, skins[person.skin], 0.4),
        ) + path('M244 212c-2-48 30-76 76-76s78 28 76 76c-44-10-108-10-152 0z', tone)
      );
    case 'braids':
      return (
        rect(204, 300, 38, 236, tone, 18) +
        rect(398, 300, 38, 236, tone, 18) +
        lowCap +
        line(
          'M320 148v58M276 158l10 50M364 158l-10 50M218 330v190M230 330v190M410 330v190M422 330v190',
          sheen,
          3,
        )
      );
    case 'locs':
      return lowCap + repeat(5, (i) => line(`M${264 + i * 28} 166l${(i - 2) * 4} 42`, sheen, 4));
    case 'puff':
    case 'bun':
      return path('M230 250c-2-64 36-104 90-104s92 40 90 104c-22-38-52-56-90-56s-68 18-90 56z', tone);
    case 'bob':
      return path(
        'M228 286c-10-84 24-140 92-140s102 56 92 140c-10-40-30-66-62-82c-36 32-84 38-122 82z',
        tone,
      );
    case 'headwrap':
      return (
        path(
          'M372 130c-4-56 26-86 78-90c8 52-20 88-66 96zM392 142c40-24 78-18 102 14c-34 30-76 26-104-2z',
          wrap,
        ) +
        figured('wrap', 'M216 246c-44-50-36-166 104-168s148 118 104 168c-52-40-156-40-208 0z', person, 72) +
        path('M212 252c50-48 166-48 216 0l6-34c-60-44-168-44-228 0z', wrap)
      );
    case 'hijab':
      return (
        `<path fill-rule="evenodd" fill="${wrap}" d="M320 138c-76 0-112 60-110 148c2 66-10 116-64 172c36 72 96 112 174 112s138-40 174-112c-54-56-66-106-64-172c2-88-34-148-110-148zM246 276c0 64 26 110 74 110s74-46 74-110c0-56-28-84-74-84s-74 28-74 84z"/>` +
        line('M262 392c40 40 116 40 168-24M196 446c70 70 180 76 262-6', mix(wrap, shade.ink, 0.28), 6)
      );
    case 'toque':
      return (
        disc(264, 128, 52, shade.white) +
        disc(320, 106, 60, shade.white) +
        disc(376, 128, 52, shade.white) +
        rect(234, 130, 172, 84, shade.white, 10) +
        rect(228, 190, 184, 34, mix(shade.white, shade.ink, 0.12), 10)
      );
    case 'mortarboard':
      return (
        lowCap +
        path('M236 206v-58h168v58c-50-22-118-22-168 0z', shade.ink) +
        polygon('320,70 496,138 320,206 144,138', mix(shade.ink, shade.white, 0.1)) +
        line('M320 138l128 26v70', shade.sun, 7) +
        rect(438, 232, 20, 42, shade.sun, 6)
      );
    case 'cap':
      return (
        path('M228 232c-4-68 36-104 92-104s96 36 92 104z', wrap) +
        path('M222 218h206c34 0 58 14 64 34c-88-16-184-16-270-4z', mix(wrap, shade.ink, 0.3)) +
        disc(320, 130, 10, mix(wrap, shade.ink, 0.3))
      );
    default:
      return lowCap;
  }
}
