import { tryCorpus } from '../testing/try-corpus.ts';

tryCorpus(2, 3);
