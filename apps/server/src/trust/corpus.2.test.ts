import { tryCorpus } from '../testing/try-corpus.ts';

tryCorpus(1, 3);
