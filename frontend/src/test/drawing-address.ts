/** Stands in for every imported .svg: jsdom shows no pictures. */
export default "/assets/drawing.svg";
