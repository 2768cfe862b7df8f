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
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix : <http://shapes.example/> .

:Catalog a sh:NodeShape ; sh:targetClass dcat:Catalog ;
  sh:property [ sh:path dct:title ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:minLength 1 ] ,
    [ sh:path dct:description ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:minLength 1 ] ,
    [ sh:path dct:publisher ; sh:minCount 1 ; sh:maxCount 1 ; sh:class foaf:Agent ] ,
    [ sh:path dcat:dataset ; sh:minCount 1 ; sh:class dcat:Dataset ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:service ; sh:class dcat:DataService ] ,
    [ sh:path foaf:homepage ; sh:maxCount 1 ; sh:nodeKind sh:IRI ] .

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
    [ sh:path dct:language ; sh:nodeKind sh:IRI ] ,
    [ sh:path dct:spatial ; sh:nodeKind sh:BlankNodeOrIRI ] ,
    [ sh:path dct:license ; sh:maxCount 1 ; sh:nodeKind sh:BlankNodeOrIRI ] ,
    [ sh:path dct:temporal ; sh:class dct:PeriodOfTime ] ,
    [ sh:path dcat:landingPage ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:version ; sh:maxCount 1 ; sh:nodeKind sh:Literal ] ,
    [ sh:path dcat:hasVersion ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:previousVersion ; sh:maxCount 1 ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:distribution ; sh:minCount 1 ; sh:class dcat:Distribution ] .

:Period a sh:NodeShape ; sh:targetClass dct:PeriodOfTime ;
  sh:property [ sh:path dcat:startDate ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:date ; sh:lessThanOrEquals dcat:endDate ] ,
    [ sh:path dcat:endDate ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:date ] .

:Distribution a sh:NodeShape ; sh:targetClass dcat:Distribution ;
  sh:property [ sh:path dcat:accessURL ; sh:minCount 1 ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:downloadURL ; sh:nodeKind sh:IRI ] ,
    [ sh:path dcat:mediaType ; sh:maxCount 1 ; sh:nodeKind sh:IRI ] ,
    [ sh:path dct:license ; sh:maxCount 1 ; sh:nodeKind sh:BlankNodeOrIRI ] ,
    [ sh:path dcat:byteSize ; sh:maxCount 1 ; sh:datatype xsd:nonNegativeInteger ] ,
    [ sh:path spdx:checksum ; sh:maxCount 1 ; sh:class spdx:Checksum ] .

:Checksum a sh:NodeShape ; sh:targetClass spdx:Checksum ;
  sh:property [ sh:path spdx:algorithm ; sh:minCount 1 ; sh:maxCount 1 ; sh:nodeKind sh:IRI ] ,
    [ sh:path spdx:checksumValue ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:hexBinary ] .
`;
