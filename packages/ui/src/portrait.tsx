import { toInitials } from '@institute/contract/text';
import { cx } from './cx.ts';
import { Pattern } from './pattern/pattern.tsx';
import { ResponsiveImage } from './responsive-image.tsx';

type PortraitProps = {
  src: string | null;
  name: string;
  alt?: string | null;
  sizes: string;
  className?: string;
};

export function Portrait({ src, name, alt, sizes, className }: PortraitProps) {
  if (src) {
    const altText = alt && (alt.includes(name) ? alt : `${name}: ${alt}`);
    return (
      <ResponsiveImage
        src={src}
        alt={altText || name}
        sizes={sizes}
        ratio={1}
        className={cx('bg-sand', className)}
      />
    );
  }
  return (
    <div role="img" aria-label={name} className={cx('relative aspect-square overflow-hidden', className)}>
      <Pattern seed={name} palette="sand" cols={4} rows={4} className="size-full" />
      <span
        aria-hidden
        className="absolute inset-0 m-auto flex aspect-square w-1/2 items-center justify-center rounded-full bg-green-ground font-heading text-lg font-bold text-on-green"
      >
        {toInitials(name)}
      </span>
    </div>
  );
}
