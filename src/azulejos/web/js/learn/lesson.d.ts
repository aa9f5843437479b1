/** What GET /api/lesson answers: the models of `azulejos/server/lesson_models.py`. */

import type { Choices, Place, State, Step, Table, Take, Target } from '../messages.js';

export interface Outcome {
  steps: Step[];
  /** Null where the tiling that follows is told in later stages. */
  state: State | null;
}

export interface Stage {
  name: string;
  /** What happens on the way here. */
  steps: Step[];
  /** Null in the midst of a tiling: there the flights lead on from the last state. */
  state: State | null;
  look: Place[];
  values: Record<string, number>;
  choices: Choices | null;
  /** The moves that lead on; the first is the one that the lesson would show. */
  outcomes: Record<string, Outcome>;
  free: boolean;
}

export interface Chapter {
  name: string;
  table: Table;
  /** Null where the chapter goes on from the last one. */
  start: State | null;
  stages: Stage[];
}

export interface Example {
  name: string;
  table: Table;
  before: State;
  steps: Step[];
  after: State | null;
  take: Take | null;
  cells: Target[];
  values: Record<string, number>;
}

export interface Lesson {
  chapters: Chapter[];
  examples: Example[];
  facts: Record<string, number>;
}
