import { Parser } from 'htmlparser2';

const harmfulTags = ['base', 'object', 'embed', 'svg:script', 'foreignobject', 'animate', 'set', 'marquee'];
const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'background'];

export function findScripts(html: string, xmlMode = false): string[] {
  const harm: string[] = [];
  let isScript = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        isScript = name === 'script';
        if (harmfulTags.includes(name)) harm.push(`<${name}>`);
        if (isScript && !/^(?:\/assets\/|$)/.test(attributes.src ?? ''))
          harm.push(`<script src="${attributes.src}">`);
        for (const [attribute, value] of Object.entries(attributes)) {
          const isHandler = /^on/i.test(attribute) || attribute === 'srcdoc';
          const runs =
            addresses.includes(attribute) && /^[\s\p{Cc}]*(?:javascript|vbscript|data:text)/iu.test(value);
          if (isHandler || runs) harm.push(`<${name} ${attribute}="${value.slice(0, 80)}">`);
        }
      },
      ontext(text) {
        if (isScript && /^[\s;'"`]*window\.__xss/.test(text)) harm.push(`<script>${text.slice(0, 80)}`);
      },
      onclosetag() {
        isScript = false;
      },
    },
    { xmlMode },
  );
  parser.end(html);
  return harm;
}
