/**
 * What GET /api/lesson answers.
 *
 * Made by `script/types` from tables/lesson/models.py: change that, and run it.
 */

import type { Choices, Group, Place, State, Step, Table, Target } from '../messages.js';

/** What an accepted move does, before the learner reads on. */
export interface Outcome {
  steps: Step[];
  /** After the move; null where the tiling that follows is told in later stages. */
  state: State | null;
}

/** One step of the lesson; its words are `learn.<name>.title` and `learn.<name>.text`. */
export interface Stage {
  name: string;
  /** What happens on the way here. */
  steps: Step[];
  /** After those steps; null in the midst of a tiling: there the flights lead on from the last. */
  state: State | null;
  /** Places to look at. */
  look: Place[];
  /** The figures of the words, as the law gives them. */
  values: Record<string, number>;
  /** Null where the learner only reads on. */
  choices: Choices | null;
  /** The moves that lead on; the first is the one the lesson would show. */
  outcomes: Record<string, Outcome>;
  /** Does every legal move lead on? */
  free: boolean;
}

/** Stages that follow one another; its title is `learn.chapter.<name>`. */
export interface Chapter {
  name: string;
  table: Table;
  /** Null where the chapter goes on from the last one. */
  start: State | null;
  stages: Stage[];
}

/** A picture of the rules page, before and, if something happens in it, after. */
export interface Example {
  name: string;
  table: Table;
  before: State;
  steps: Step[];
  after: State | null;
  /** The tiles in hand. */
  take: Group | null;
  /** The lines for them, or the cells of a tiling decision. */
  targets: Target[];
  /** The figures of the caption. */
  values: Record<string, number>;
}

export interface Lesson {
  chapters: Chapter[];
  examples: Example[];
  /** The numbers of the game that the rules page names. */
  facts: Record<string, number>;
}
