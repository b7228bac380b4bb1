import type { ErrorDetail } from './api/errors.ts';
import type { Look } from './words/look.ts';

export type OutgoingCall = {
  method: string;
  /** Path with the query, relative to the base URL. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};
export type SendCall = (outgoing: OutgoingCall) => Promise<{
  status: number;
  body: unknown;
  /** Seconds until the caller may try again. */
  retryAfter?: number | undefined;
}>;

/**
 * A form that was posted without scripts. Its page shows the values again with their faults, or the answer that the
 * form asked for.
 */
export type PostedValues = {
  path: string;
  values: Record<string, string>;
  faults: ErrorDetail[];
  message: string;
  /** The API's answer, when the call succeeded. */
  answer?: object;
};

/** Reads the size of an image in bytes. Undefined for images that are not known, such as those of other sites. */
export type ReadImageBytes = (address: string) => Promise<number | undefined>;

export type RenderContext = {
  send: SendCall;
  origin: string;
  posted?: PostedValues;
  /** Nonce for the renderer's own scripts. Content never contains it. */
  nonce: string;
  /**
   * Given for a visitor in light mode. The page then shows links to images with their sizes, and has no scripts or
   * fonts.
   */
  light?: ReadImageBytes;
  onMatch?(pattern: string): void;
};

/** A path of an SVG in one colour, filled by the even-odd rule. */
export type PatternLayer = { fill: string; d: string };

/** Only a part of `Response`, because a real one would turn the HTML into bytes and back. */
export type RenderedPage = Pick<Response, 'status' | 'headers' | 'text'>;

export type PageRenderer = {
  /** Returns the canonical path of a page, without double slashes. Undefined when there is no page. */
  locate(path: string): string | undefined;
  render(request: Request, context: RenderContext): Promise<RenderedPage>;
  /** Makes the layers of a pattern, in the order in which they are painted. A tile has 12 units. */
  pattern(seed: string, size: { cols: number; rows: number }, look: Look): PatternLayer[];
  /** Makes a file of the pattern as SVG. */
  patternFile(file: 'band' | 'hero', look: Look): string;
  /** Makes the mark of the product, in a square of 24 units. */
  mark(look: Look): PatternLayer[];
  pageParameters: readonly string[];
};

export type BuildManifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
>;

export type PageBundle = {
  /** Makes the renderer. Without a manifest, pages load the sources through vite. */
  createRenderer(manifest?: BuildManifest): PageRenderer;
};
