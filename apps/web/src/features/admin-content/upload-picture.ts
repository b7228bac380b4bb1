import { ApiFailure, ok } from '@institute/client/failure';
import { bodyOf } from '@institute/client/transport';
import { uploadAnswer } from '@institute/contract';
import { patientFetch, uploadTarget } from '../../api/admin.ts';

/** Sends a picture and tells the address that it has from now on. */
export async function uploadPicture(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) {
    throw new ApiFailure(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Choose a picture file' });
  }
  const form = new FormData();
  form.append('file', file);
  form.append('upload_preset', uploadTarget.preset);

  const response = await patientFetch(uploadTarget.url, { method: 'POST', body: form });
  const body = await bodyOf(response);
  // a host of pictures knows no envelope for what went well
  const data = await ok(
    Promise.resolve({ status: response.status, body: response.ok ? { data: body } : body }),
  );
  const { data: answer } = uploadAnswer.pick({ secure_url: true }).safeParse(data);
  if (!answer) throw new ApiFailure(502, { code: 'INTERNAL_ERROR', message: 'The picture has no address' });
  return answer.secure_url;
}
