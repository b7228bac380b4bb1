import type { Site } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { chooseTextColourOn } from '@institute/contract/look';
import type { PageRenderer, PatternLayer } from '@institute/contract/page-bundle';
import { shareImageSize } from '@institute/contract/programs.constants';
import { toAcronym } from '@institute/contract/text';
import type { FastifyInstance } from 'fastify';
import { notFoundError } from '../errors.ts';
import { letRoutesSkipQueue } from '../http/server/request-queue.ts';
import { getSite } from '../modules/platform/site/site.service.ts';
import { DARK_PLATE, type LogoPicture, readLogo, toDataUrl } from '../pdf/logo.ts';
import { makeImageAnswerer } from './answer-image.ts';
import { breakLines, drawOutlines, measureWidth, openFonts } from './outlined-text.ts';

type Institute = Site['institute'];
export type IconRenderer = Pick<PageRenderer, 'pattern' | 'patternFile' | 'mark'>;

/** Side of the drawings, in units. */
const DRAWING_SIDE = 480;
const CORNER_RADIUS = DRAWING_SIDE / 4;
const PRODUCT_MARK_UNITS = 24;
const INITIALS_SIZE = 250;
const MAX_INITIALS = 3;

/**
 * `share` is the part of the side that the logo or the letters take. `iconShare` is the part that an icon of the
 * institute takes, which needs no room around it. Masks cut off a fifth of the side.
 */
const iconPlaceByPath = {
  '/favicon.svg': { pixels: 64, corner: CORNER_RADIUS, share: 0.8, iconShare: 1 },
  '/favicon.ico': { pixels: 32, corner: CORNER_RADIUS, share: 0.8, iconShare: 1 },
  '/icons/apple-touch-icon.png': { pixels: 180, corner: 0, share: 0.7, iconShare: 1 },
  '/icons/icon-192.png': { pixels: 192, corner: CORNER_RADIUS, share: 0.8, iconShare: 1 },
  '/icons/icon-512.png': { pixels: 512, corner: CORNER_RADIUS, share: 0.8, iconShare: 1 },
  '/icons/maskable-512.png': { pixels: 512, corner: 0, share: 0.6, iconShare: 0.75 },
} as const;
const iconTypes: Record<string, string> = { svg: 'image/svg+xml', ico: 'image/x-icon', png: 'image/png' };

const SHARE_IMAGE_PATH = '/images/share.jpg';
const SHARE_ICON_SIDE_PIXELS = 320;
const TILE_SIDE = 105;
const PATTERN_TILE_COUNTS = { cols: 6, rows: 6 };
/** Sizes in pixels. */
const INSTITUTE_NAME_STYLE = { size: 40, lineHeight: 48, margin: 40, most: 4 };

/**
 * Serves the icons of the site. They show the institute's icon or logo, else its initials, else the mark of the
 * product.
 */
export async function serveIcons(
  app: FastifyInstance,
  { renderer }: { renderer: IconRenderer },
): Promise<void> {
  const answerImage = makeImageAnswerer();
  // Icons skip the queue, because every page asks for them and they would hold up the pages
  letRoutesSkipQueue(app);
  const readInstitute = async (ctx: Parameters<typeof getSite>[0]): Promise<Institute> => {
    const cachedSiteAnswer = await app.knownAnswer(`${apiPrefix}/site`);
    if (!cachedSiteAnswer) return (await getSite({ em: ctx.em.fork() })).view.institute;
    const { data }: { data: Site } = JSON.parse(cachedSiteAnswer.text.identity.toString());
    return data.institute;
  };
  const readLogoForSide = (url: string, side: number) =>
    readLogo(app, url, { width: side, height: side }).catch(() => undefined);
  const drawInstituteIcon = async (institute: Institute, { pixels, corner, share, iconShare }: IconSizes) => {
    const icon = await readLogoForSide(institute.icon, Math.ceil(pixels * iconShare));
    if (icon) return drawIcon(institute, { renderer, logo: icon, corner, share: iconShare });
    const logo = await readLogoForSide(institute.logo, Math.ceil(pixels * share));
    return drawIcon(institute, { renderer, logo, corner, share });
  };

  for (const [path, place] of Object.entries(iconPlaceByPath)) {
    const { pixels } = place;
    app.get(path, async (request, reply) => {
      const institute = await readInstitute(request.ctx);
      const fileEnding = path.slice(-3);
      const drawImage = async () => {
        const svg = Buffer.from(await drawInstituteIcon(institute, place));
        if (fileEnding === 'svg') return svg;
        const { default: sharp } = await import('sharp');
        const png = await sharp(svg).resize(pixels, pixels).png().toBuffer();
        return fileEnding === 'ico' ? toIco(png, pixels) : png;
      };
      return answerImage(request, reply, listIconFacts(institute, path), {
        type: iconTypes[fileEnding] ?? '',
        draw: drawImage,
      });
    });
  }

  app.get(SHARE_IMAGE_PATH, async (request, reply) => {
    const institute = await readInstitute(request.ctx);
    const drawShare = async () => {
      const icon = await drawInstituteIcon(institute, {
        pixels: SHARE_ICON_SIDE_PIXELS,
        corner: CORNER_RADIUS,
        share: 0.75,
        iconShare: 1,
      });
      const { default: sharp } = await import('sharp');
      return sharp(Buffer.from(await drawShareImage(icon, institute, renderer)))
        .jpeg({ quality: 84 })
        .toBuffer();
    };
    return answerImage(request, reply, listIconFacts(institute, SHARE_IMAGE_PATH), {
      type: 'image/jpeg',
      draw: drawShare,
    });
  });

  app.get<{ Params: { colors: string; file: string } }>(
    '/pattern/:colors/:file',
    async ({ params }, reply) => {
      const [main, accent] = params.colors.split('-').map((colour) => `#${colour}`);
      const patternFileName = (['band', 'hero'] as const).find((name) => params.file === `${name}.svg`);
      const patternColors = { main: main ?? '', accent: accent ?? '' };
      if (!patternFileName || !/^[\da-f]{6}-[\da-f]{6}$/.test(params.colors))
        throw notFoundError('There is no such pattern');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/svg+xml')
        .send(renderer.patternFile(patternFileName, { colors: patternColors, pattern: 'shapes' }));
    },
  );
}

const listIconFacts = ({ name, logo, icon, colors, pattern }: Institute, path: string) => ({
  name,
  logo,
  icon,
  colors,
  pattern,
  path,
});

interface IconSizes {
  pixels: number;
  corner: number;
  share: number;
  iconShare: number;
}

interface IconOptions {
  renderer: IconRenderer;
  logo: LogoPicture | undefined;
  corner: number;
  share: number;
}

async function drawIcon(institute: Institute, { renderer, logo, corner, share }: IconOptions) {
  const initials = toAcronym(institute.name).slice(0, MAX_INITIALS);
  const { main } = institute.colors;
  const [ground, content] = logo
    ? [logo.isWhite ? DARK_PLATE : '#ffffff', placeLogo(logo, DRAWING_SIDE * share)]
    : initials
      ? [main, await drawInitials(initials, chooseTextColourOn(main), DRAWING_SIDE * share)]
      : ['none', drawLayers(renderer.mark(institute), DRAWING_SIDE / PRODUCT_MARK_UNITS)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${DRAWING_SIDE} ${DRAWING_SIDE}"><clipPath id="c"><rect width="${DRAWING_SIDE}" height="${DRAWING_SIDE}" rx="${corner}"/></clipPath><g clip-path="url(#c)"><path fill="${ground}" d="M0 0h${DRAWING_SIDE}v${DRAWING_SIDE}H0z"/>${content}</g></svg>`;
}

function placeLogo(logo: LogoPicture, room: number): string {
  const logoScale = room / Math.max(logo.width, logo.height);
  const scaledLogoWidth = logo.width * logoScale;
  const scaledLogoHeight = logo.height * logoScale;
  return `<image x="${(DRAWING_SIDE - scaledLogoWidth) / 2}" y="${(DRAWING_SIDE - scaledLogoHeight) / 2}" width="${scaledLogoWidth}" height="${scaledLogoHeight}" href="${toDataUrl(logo)}"/>`;
}

async function drawInitials(letters: string, fill: string, room: number): Promise<string> {
  const { heading: fonts } = await openFonts();
  const initialsFontSize = Math.min(
    INITIALS_SIZE,
    (INITIALS_SIZE * room) / measureWidth(letters, fonts, INITIALS_SIZE),
  );
  const initialsX = (DRAWING_SIDE - measureWidth(letters, fonts, initialsFontSize)) / 2;
  // Places the baseline by the height of capitals, which is 0.7 of the font size
  return drawOutlines(letters, {
    fonts,
    size: initialsFontSize,
    x: initialsX,
    y: DRAWING_SIDE / 2 + 0.35 * initialsFontSize,
    fill,
  });
}

export const drawLayers = (layers: PatternLayer[], scale: number): string =>
  `<g fill-rule="evenodd" transform="scale(${scale})">${layers.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')}</g>`;

async function drawShareImage(icon: string, institute: Institute, renderer: IconRenderer): Promise<string> {
  const { width, height } = shareImageSize;
  const textAreaWidth = width - PATTERN_TILE_COUNTS.cols * TILE_SIDE;
  const patternSvg = drawLayers(
    renderer.pattern(institute.name, PATTERN_TILE_COUNTS, institute),
    TILE_SIDE / 12,
  );
  const { heading: fonts } = await openFonts();
  const { size, lineHeight, margin, most } = INSTITUTE_NAME_STYLE;
  const instituteNameLines = breakLines(institute.name, {
    fonts,
    size,
    width: textAreaWidth - 2 * margin,
    most,
  });
  const shareIconX = (textAreaWidth - SHARE_ICON_SIDE_PIXELS) / 2;
  const shareIconY = (height - SHARE_ICON_SIDE_PIXELS - instituteNameLines.length * lineHeight) / 2;
  const nameOutlines = instituteNameLines.map((words, at) =>
    drawOutlines(words, {
      fonts,
      size,
      x: (textAreaWidth - measureWidth(words, fonts, size)) / 2,
      y: shareIconY + SHARE_ICON_SIDE_PIXELS + (at + 1) * lineHeight,
      fill: chooseTextColourOn(institute.colors.main),
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${institute.colors.main}"/><g transform="translate(${textAreaWidth})">${patternSvg}</g><rect x="${shareIconX}" y="${shareIconY}" width="${SHARE_ICON_SIDE_PIXELS}" height="${SHARE_ICON_SIDE_PIXELS}" rx="80" fill="#fbf7ef"/><svg x="${shareIconX + 30}" y="${shareIconY + 30}" width="${SHARE_ICON_SIDE_PIXELS - 60}" height="${SHARE_ICON_SIDE_PIXELS - 60}" ${icon.slice('<svg'.length)}${nameOutlines.join('')}</svg>`;
}

/** Puts one PNG picture into the icon format of Windows. */
function toIco(png: Buffer, pixels: number): Buffer {
  const icoHeader = Buffer.alloc(22);
  icoHeader.writeUInt16LE(1, 2);
  icoHeader.writeUInt16LE(1, 4);
  icoHeader.writeUInt8(pixels, 6);
  icoHeader.writeUInt8(pixels, 7);
  icoHeader.writeUInt16LE(1, 10);
  icoHeader.writeUInt16LE(32, 12);
  icoHeader.writeUInt32LE(png.length, 14);
  icoHeader.writeUInt32LE(icoHeader.length, 18);
  return Buffer.concat([icoHeader, png]);
}
