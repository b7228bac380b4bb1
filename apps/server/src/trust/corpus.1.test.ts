import { tryCorpus } from '../testing/try-corpus.ts';

tryCorpus(0, 3);
