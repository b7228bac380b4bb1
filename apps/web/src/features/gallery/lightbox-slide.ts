import type { GallerySummary } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { imageSource } from '@institute/ui/image-source.ts';
import type { SlideImage } from 'yet-another-react-lightbox';

export function lightboxSlide({ imageUrl, imageAlt, title, date }: GallerySummary): SlideImage {
  const { src, srcSet, width = 0, height = 0 } = imageSource(imageUrl);
  const words = { alt: imageAlt ?? title, title, description: formatDate(date) };
  if (!srcSet) return { src, ...words };

  const sizes = Array.from(srcSet.matchAll(/(\S+) (\d+)w/g), ([, address = '', each]) => ({
    src: address,
    width: Number(each),
    height: Math.round((Number(each) * height) / width),
  }));
  return { src, srcSet: sizes, width, height, ...words };
}
