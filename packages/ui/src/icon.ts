import { type ComponentProps, createElement } from 'react';

type IconData = { name: string; node: readonly (readonly [tag: string, attributes: object])[] };
type IconProps = Omit<ComponentProps<'svg'>, 'children'> & { size?: number | string };

/**
 * The build puts this in the place of the function with which lucide makes its icons. That one reads defaults from a
 * context and renames attributes, for 1 kB more on every page.
 */
export default function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, className = '', ...props }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // an icon beside a text; one that stands alone brings a label
        'aria-hidden': !props['aria-label'] || undefined,
        ...props,
        className: `lucide-${name} ${className}`.trim(),
      },
      ...shapes,
    );
}
