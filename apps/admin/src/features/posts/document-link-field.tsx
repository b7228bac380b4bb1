import { formatBytes } from '@institute/contract/text';
import { documentFormats, readDocumentFormat } from '@institute/contract/uploads.constants';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../../forms/fields.tsx';
import { FileField } from '../../images/file-field.tsx';
import { useDocumentUpload } from '../../images/use-upload.ts';

type DocumentLink = { address: string; words?: string | undefined };

/** Readers see name, kind and size before they open a document. */
export function DocumentLinkField() {
  const { setValue } = useFormContext<DocumentLink>();
  const upload = useDocumentUpload();
  const sendDocument = async (file: File) => {
    const address = await upload.send(file);
    const kind = documentFormats[readDocumentFormat(address ?? '') ?? 'pdf'].kind;
    const name = file.name.replace(/\.[^.]*$/, '');
    if (address) setValue('words', `${name} (${kind}, ${formatBytes(file.size)})`, { shouldDirty: true });
    return address;
  };
  return (
    <>
      <FileField<DocumentLink>
        name="address"
        kind="document"
        legend="Document"
        missing="Choose a document"
        urlLabel="Document URL"
        required
        upload={{ ...upload, send: sendDocument }}
      />
      <TextField<DocumentLink> name="words" label="Words of the link" />
    </>
  );
}
