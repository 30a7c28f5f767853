/** Passes text on to people until it is more than anybody reads. */

const mostCharacters = 1024 * 1024;

export const cappedOutput = (pass: (text: string) => void): ((text: string) => void) => {
  let left = mostCharacters;
  return (text) => {
    if (left <= 0) return;
    pass(text.slice(0, left));
    left -= text.length;
    if (left <= 0) pass('\n… more was printed; the transcript has its end …\n');
  };
};
