import { Parser, Store } from "n3";
import SHACLValidator from "rdf-validate-shacl";

/**
 * What DCAT-AP 3 requires of catalogues, and of what else they may have, as SHACL shapes: the mandatory properties of
 * each class, and the kinds of the others' values.
 */
export const DCAT_SHAPES = `
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix spdx: <http://spdx.org/rdf/terms#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix vcard: <http://www.w3.org/2006/vcard/ns#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix : <http://shapes.example/> .

:Catalog a sh:NodeShape ; sh:targetClass dcat:Catalog ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:minLength 1 ] ,
    [ sh:path dct:description ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:minLength 1 ] ,
    [ sh:path dct:publisher ; sh:minCount 1 ; sh:maxCount 1 ; sh:class foaf:Agent ] ,
    [ sh:path dcat:dataset ; sh:minCount 1 ; sh:class dcat:Dataset ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:service ; sh:class dcat:DataService ] ,
    [ sh:path dct:language ; sh:minCount 1 ; sh:class dct:LinguisticSystem ] ,
    [ sh:path dct:issued ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:dateTime ] ,
    [ sh:path dct:modified ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:dateTime ] ,
    [ sh:path dcat:themeTaxonomy ; sh:minCount 1 ; sh:class skos:ConceptScheme ] ,
    [ sh:path foaf:homepage ; sh:minCount 1 ; sh:maxCount 1 ; sh:class foaf:Document ] .

:Concept a sh:NodeShape ; sh:targetClass skos:Concept ;
  sh:property [ sh:path skos:prefLabel ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:minLength 1 ] .

:Contact a sh:NodeShape ; sh:targetClass vcard:Kind ;
  sh:property [ sh:path vcard:fn ; sh:minCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path vcard:hasEmail ; sh:nodeKind sh:IRI ; sh:pattern "^mailto:" ] ,
    [ sh:path vcard:hasURL ; sh:nodeKind sh:IRI ] .

:Agent a sh:NodeShape ; sh:targetClass foaf:Agent ;
  sh:property [ sh:path foaf:name ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:minLength 1 ] .

:DataService a sh:NodeShape ; sh:targetClass dcat:DataService ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path dcat:endpointURL ; sh:minCount 1 ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:endpointDescription ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:servesDataset ; sh:class dcat:Dataset ] .

:Dataset a sh:NodeShape ; sh:targetClass dcat:Dataset ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:minLength 1 ] ,
    [ sh:path dct:description ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:minLength 1 ] ,
    [ sh:path dct:identifier ; sh:nodeKind sh:Literal ] ,
    [ sh:path dct:issued ; sh:maxCount 1 ; sh:datatype xsd:dateTime ] ,
    [ sh:path dct:modified ; sh:maxCount 1 ; sh:datatype xsd:dateTime ] ,
    [ sh:path dct:language ; sh:class dct:LinguisticSystem ; sh:pattern "/authority/language/[A-Z]{3}$" ] ,
    [ sh:path dct:spatial ; sh:class dct:Location ; sh:pattern "/authority/country/[A-Z]{3}$" ] ,
    [ sh:path dct:license ; sh:maxCount 1 ; sh:class dct:LicenseDocument ] ,
    [ sh:path dct:publisher ; sh:maxCount 1 ; sh:class foaf:Agent ] ,
    [ sh:path dct:accessRights ; sh:maxCount 1 ; sh:class dct:RightsStatement ] ,
    [ sh:path dct:accrualPeriodicity ; sh:maxCount 1 ; sh:class dct:Frequency ; sh:pattern "/authority/frequency/[A-Z_2]+$" ] ,
    [ sh:path dcat:contactPoint ; sh:class vcard:Kind ] ,
    [ sh:path dcat:theme ; sh:class skos:Concept ; sh:pattern "/authority/data-theme/[A-Z]{4}$" ] ,
    [ sh:path dcat:keyword ; sh:nodeKind sh:Literal ] ,
    [ sh:path dct:temporal ; sh:class dct:PeriodOfTime ] ,
    [ sh:path dcat:landingPage ; sh:class foaf:Document ] ,
    [ sh:path dcat:version ; sh:maxCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path dcat:hasVersion ; sh:class dcat:Dataset ] ,
    [ sh:path dcat:previousVersion ; sh:maxCount 1 ; sh:class dcat:Dataset ] ,
    [ sh:path dcat:distribution ; sh:class dcat:Distribution ] .

:Listed a sh:NodeShape ; sh:targetObjectsOf dcat:dataset ;
  sh:property [ sh:path dcat:distribution ; sh:minCount 1 ] ,
    [ sh:path dct:publisher ; sh:minCount 1 ] ,
    [ sh:path dcat:theme ; sh:minCount 1 ] .

:Period a sh:NodeShape ; sh:targetClass dct:PeriodOfTime ;
  sh:property [ sh:path dcat:startDate ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:date ; sh:lessThanOrEquals dcat:endDate ] ,
    [ sh:path dcat:endDate ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:date ] .

:Distribution a sh:NodeShape ; sh:targetClass dcat:Distribution ;
  sh:property [ sh:path dcat:accessURL ; sh:minCount 1 ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:downloadURL ; sh:nodeKind sh:IRI ] ,
    [ sh:path dct:description ; sh:minCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path dcat:mediaType ; sh:minCount 1 ; sh:maxCount 1 ; sh:class dct:MediaType ] ,
    [ sh:path dct:format ; sh:minCount 1 ; sh:maxCount 1 ; sh:class dct:MediaTypeOrExtent ; sh:pattern "/authority/file-type/" ] ,
    [ sh:path dct:license ; sh:maxCount 1 ; sh:class dct:LicenseDocument ] ,
    [ sh:path dcat:byteSize ; sh:maxCount 1 ; sh:datatype xsd:nonNegativeInteger ] ,
    [ sh:path spdx:checksum ; sh:maxCount 1 ; sh:class spdx:Checksum ] .

:Checksum a sh:NodeShape ; sh:targetClass spdx:Checksum ;
  sh:property [ sh:path spdx:algorithm ; sh:minCount 1 ; sh:maxCount 1 ; sh:class spdx:ChecksumAlgorithm ] ,
    [ sh:path spdx:checksumValue ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:hexBinary ] .
`;

/** Return what shapes find wrong in a catalogue, by default those of this file. */
export async function findViolations(turtle: string, shapes = DCAT_SHAPES): Promise<readonly string[]> {
  const storeOf = (text: string): Store => new Store(new Parser().parse(text));
  const report = await new SHACLValidator(storeOf(shapes), { allowNamedNodeInList: true }).validate(storeOf(turtle));
  return report.results.map(
    ({ focusNode, path, sourceConstraintComponent: kind }) =>
      `${focusNode?.value} ${path?.value ?? ""} ${kind?.value.split("#")[1]}`,
  );
}
