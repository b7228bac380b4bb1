import { videoId } from '@institute/contract/video';
import { VideoThumbnail } from '@institute/ui/video-thumbnail.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '../../forms/fields.tsx';
import { ImageField } from '../../images/image-field.tsx';
import type { GalleryValues } from './gallery-values.ts';

export function MediaFields() {
  const { control } = useFormContext<GalleryValues>();
  const [type, imageUrl, videoUrl] = useWatch({ control, name: ['type', 'imageUrl', 'videoUrl'] });
  if (type === 'image') return <ImageField<GalleryValues> name="imageUrl" altName="imageAlt" required />;
  return (
    <>
      <TextField<GalleryValues> name="videoUrl" label="Video URL" placeholder="https://youtu.be/…" required />
      {videoUrl && !imageUrl && (
        <div className="flex items-center gap-4 text-sm text-muted">
          <VideoThumbnail
            key={videoUrl}
            src={null}
            videoUrl={videoUrl}
            alt=""
            sizes="128px"
            ratio={4 / 3}
            className="w-32 shrink-0 rounded-small"
          />
          <p>
            {videoId(videoUrl)
              ? 'The thumbnail comes from the video, unless you choose a picture below.'
              : 'No thumbnail is known for this link: choose a picture below, or this one stands for it.'}
          </p>
        </div>
      )}
      <ImageField<GalleryValues> name="imageUrl" altName="imageAlt" />
    </>
  );
}
