declare module "unidecode" {
  export default function unidecode(text: string): string;
}
