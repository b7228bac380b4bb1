import { type ComponentProps, createElement } from 'react';

type IconShape = readonly [tag: string, attributes: { key?: string; d?: string }];
type IconData = { name: string; node: readonly IconShape[] };
type IconProps = Omit<ComponentProps<'svg'>, 'children'> & { size?: number | string };

/**
 * The build replaces lucide's own function with this one, which saves 1 kB on every page. It reads no
 * defaults from a context and renames no attributes.
 */
export default function createIcon({ name, node }: IconData) {
  const shapeElements = joinPaths(node).map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, className = '', ...props }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.75,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // An icon without a label is decoration next to a text
        'aria-hidden': !props['aria-label'] || undefined,
        ...props,
        className: `lucide-${name} ${className}`.trim(),
      },
      ...shapeElements,
    );
}

/**
 * Joins the paths of an icon, because a long table has many icons, and one path renders faster than five.
 * Each part starts at 0 0, to which a path may be relative.
 */
function joinPaths(node: readonly IconShape[]): readonly IconShape[] {
  const isPlainPath = ([tag, { key, d, ...others }]: IconShape) =>
    tag === 'path' && Object.keys(others).length === 0;
  const plainPaths = node.filter(isPlainPath);
  if (plainPaths.length < 2) return node;
  const joinedPath = plainPaths.map(([, attributes]) => attributes.d).join('M0 0');
  return [['path', { key: 'paths', d: joinedPath }], ...node.filter((shape) => !isPlainPath(shape))];
}
