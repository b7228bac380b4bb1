import { wordLimits } from '@institute/contract/uploads.constants';
import { strFromU8, unzipSync } from 'fflate';

const TYPES_FILE = '[Content_Types].xml';
const TYPES_BYTES = 1024 * 1024;
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const NOT_WORD_FILE = 'This is no Word document (.docx)';
const tooLargeMessage = 'This Word document is too large. Save it as a PDF';
const macrosMessage = 'This Word document has macros. Save it as .docx without macros, or as a PDF';

/** Programs in a document, and in its buttons. */
const isProgram = (name: string) => /(?:^|\/)(?:vba(?:Project|Data)|activeX\d*\.)/i.test(name);

/** Reads the list of parts, as Word does, and unpacks only what says their kinds. Null for a good document. */
function findFault(file: Uint8Array): string | null {
  const sizes = new Map<string, number>();
  let unpacked = 0;
  const kinds = unzipSync(file, {
    filter: ({ name, originalSize }) => {
      sizes.set(name, originalSize);
      unpacked += originalSize;
      if (sizes.size > wordLimits.parts || unpacked > wordLimits.bytes) throw new RangeError(tooLargeMessage);
      return name === TYPES_FILE && originalSize <= TYPES_BYTES;
    },
  })[TYPES_FILE];
  const types = kinds && strFromU8(kinds);
  if ([...sizes.keys()].some(isProgram) || /macroEnabled|vbaProject/i.test(types ?? '')) return macrosMessage;
  const main = types
    ?.match(/<(?:\w+:)?Override\b[^>]*>/g)
    ?.find((kind) => kind.includes(`"${MAIN_TYPE}"`) || kind.includes(`'${MAIN_TYPE}'`));
  const part = /\bPartName\s*=\s*["']\/([^"']+)["']/.exec(main ?? '')?.[1];
  // Word on the web calls this part "document2.xml" sometimes
  return part && /^word\/document\d*\.xml$/.test(part) && sizes.get(part) ? null : NOT_WORD_FILE;
}

async function* readFault({ file }: { file: Uint8Array }): AsyncGenerator<string | null> {
  try {
    yield findFault(file);
  } catch (error) {
    yield error instanceof RangeError && error.message === tooLargeMessage ? tooLargeMessage : NOT_WORD_FILE;
  }
}

export { readFault as read };
