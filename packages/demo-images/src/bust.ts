import { clothes } from './clothes.ts';
import { extra, face } from './face.ts';
import { hairBefore, hairBehind } from './hair.ts';
import { type Drawing, disc, group, mix, path, rect, through } from './kit.ts';
import { type Person, skins } from './person.ts';

const HEAD = 'M232 246a88 88 0 0 1 176 0v42c0 62-40 104-88 104s-88-42-88-104z';
const TALL: readonly string[] = ['afro', 'puff', 'bun', 'headwrap', 'toque', 'mortarboard'];
const ON_THE_HEAD: readonly string[] = ['glasses', 'round glasses', 'hoops', 'studs'];

/** Head and shoulders in a square of 640, standing on its lower edge. */
export function bust(person: Person): Drawing {
  const skin = skins[person.skin];
  const shadow = mix(skin, '#120a07', 0.3);
  const ears = person.hair === 'hijab' ? '' : disc(230, 282, 22, shadow) + disc(410, 282, 22, shadow);
  const extras = (worn: boolean) =>
    (person.extras ?? [])
      .filter((kind) => ON_THE_HEAD.includes(kind) === worn)
      .map((kind) => extra(kind, person));
  const scale = TALL.includes(person.hair) ? 1.04 : 1.2;
  return group(
    `translate(320 652) scale(${scale}) translate(-320 -640)`,
    group('translate(0 22)', hairBehind(person)),
    path('M272 340h96v110h-96z', skin),
    clothes(person, skin),
    path('M272 392c28 32 68 32 96 0v26c-20 36-76 36-96 0z', shadow),
    ...extras(false),
    group(
      'translate(0 22)',
      ears,
      path(HEAD, skin),
      through(HEAD, rect(320, 140, 100, 270, mix(skin, '#120a07', 0.14))),
      face(person),
      hairBefore(person),
      ...extras(true),
    ),
  );
}
