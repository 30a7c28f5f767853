/** A statement of one of the five documents, in our words. */
export type Statement = {
  /** Its number; the titles of the tests that prove it begin with it. */
  id: string;
  says: string;
  /** What is different on purpose, and why. */
  deviation?: string;
  /** What it comes with, where it is not part of the command line. */
  later?: string;
  /** Why it is none about what the system does: there is nothing to prove. */
  beside?: string;
};
