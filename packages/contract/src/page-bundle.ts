import type { ErrorDetail } from './errors.ts';

/** An API call, independent of its transport. */
export type Outgoing = {
  method: string;
  /** Relative to the base URL, with the query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};
export type Send = (outgoing: Outgoing) => Promise<{
  status: number;
  body: unknown;
  /** Seconds after which the server asks to try again. */
  retryAfter?: number | undefined;
}>;

/** A form that was posted without scripts and rejected. The page shows it again with its errors. */
export type Posted = {
  /** The path that received the form. */
  path: string;
  values: Record<string, string>;
  faults: ErrorDetail[];
  message: string;
};

/** Finds the bytes of an image by its address. Undefined when nobody knows, such as of another site. */
export type ImageBytes = (address: string) => Promise<number | undefined>;

export type RenderContext = {
  /** Sends the page's calls to the API. */
  send: Send;
  /** The public address of the site, without a path. */
  origin: string;
  posted?: Posted;
  /** An attribute for the renderer's own scripts. Content never has it. */
  nonce: string;
  /** For a visitor in light mode: the page without scripts, fonts and images, which it offers with their sizes. */
  light?: ImageBytes;
  /** Learns the route pattern of the page, such as `/programs/:id`. */
  onMatch?(pattern: string): void;
};

/** Shapes of one colour, as an SVG path with holes by the even-odd rule. */
export type PatternLayer = { fill: string; d: string };

/** What is used of a response. Its HTML stays a text: a `Response` would turn it into bytes and back. */
export type RenderedPage = Pick<Response, 'status' | 'headers' | 'text'>;

export type PageRenderer = {
  /** The one spelling of a page's path, without double slashes and the like in the given one. Undefined where no page is. */
  locate(path: string): string | undefined;
  /** Answers a GET of a page with HTML, a redirect or the 404 page. */
  render(request: Request, context: RenderContext): Promise<RenderedPage>;
  /** The pattern of the site, painted in this order, with tiles of 12 units. */
  pattern(seed: string, size: { cols: number; rows: number }): PatternLayer[];
  /** Search parameters that pages read. */
  pageParameters: readonly string[];
};

/** The manifest that vite writes for the browser's files. */
export type BuildManifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
>;

/** The exports of the web application's server bundle. */
export type PageBundle = {
  /** Without a manifest, pages load the sources through vite. */
  createRenderer(manifest?: BuildManifest): PageRenderer;
};
