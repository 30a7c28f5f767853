/** Java by make, Maven and Gradle: no linter of theirs is known, so findings come from a file, as the compiler prints them. */
import { type EcosystemProject, lines } from './project.ts';

/** What Debian packages for Maven, served as a repository of files: nothing leaves the machine. */
const repository = '/usr/share/maven-repo';
const plugin = (name: string): string => `${repository}/org/apache/maven/plugins/maven-${name}-plugin`;

const byMake = {
  Makefile: lines('test:', '\tmkdir -p build && javac -d build Twice.java TwiceTest.java && java -cp build TwiceTest'),
  'Twice.java': lines(
    'import java.util.List;',
    '',
    'final class Twice {',
    '  static int of(int n) { return n * 2; }',
    '}',
  ),
  'TwiceTest.java': lines(
    'final class TwiceTest {',
    '  public static void main(String[] args) {',
    '    if (Twice.of(2) != 4) throw new AssertionError("not four");',
    '  }',
    '}',
  ),
  '.gitignore': 'build\n',
};

/** The folders that Maven and Gradle expect. */
const inFolders = {
  'src/main/java/twice/Twice.java': lines(
    'package twice;',
    '',
    'public final class Twice {',
    '  public static int of(int n) {',
    '    return (int) (n * 2);',
    '  }',
    '}',
  ),
  'src/test/java/twice/TwiceTest.java': lines(
    'package twice;',
    '',
    'import static org.junit.Assert.assertEquals;',
    'import org.junit.Test;',
    '',
    'public class TwiceTest {',
    '  @Test public void doubles() { assertEquals(4, Twice.of(2)); }',
    '}',
  ),
};

const pom = lines(
  '<project xmlns="http://maven.apache.org/POM/4.0.0">',
  '  <modelVersion>4.0.0</modelVersion>',
  '  <groupId>example</groupId>',
  '  <artifactId>twice</artifactId>',
  '  <version>1.0.0</version>',
  '  <properties>',
  '    <maven.compiler.source>17</maven.compiler.source>',
  '    <maven.compiler.target>17</maven.compiler.target>',
  '    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>',
  '  </properties>',
  '  <dependencies>',
  '    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency>',
  '  </dependencies>',
  '</project>',
);

const mirror = lines(
  '<settings><mirrors><mirror>',
  `  <id>here</id><mirrorOf>*</mirrorOf><url>file://${repository}</url>`,
  '</mirror></mirrors></settings>',
);

/** As `javac -Xlint` prints it. */
const redundantCast = {
  findings: lines(
    'src/main/java/twice/Twice.java:5: warning: [cast] redundant cast to int',
    '    return (int) (n * 2);',
    '           ^',
    '1 warning',
  ),
  agent: "sed -i 's/(int) (n \\* 2)/n * 2/' src/main/java/twice/Twice.java",
  fixed: 1,
};

export const javaProjects: readonly (EcosystemProject & { findings: string })[] = [
  {
    name: 'Java by make',
    needs: ['make', 'javac', 'java'],
    files: byMake,
    findings: 'Twice.java:1:1: warning: unused import java.util.List\n',
    agent: "sed -i '1,2d' Twice.java",
    shows: [/verify +make test +\[Makefile:1\]/],
    fixed: 1,
    passes: 'make test',
  },
  {
    ...redundantCast,
    name: 'Java by Maven',
    needs: ['mvn', 'javac', plugin('compiler'), plugin('resources'), plugin('surefire'), `${repository}/junit`],
    // As a company has it that serves its own packages. Java looks for the home folder in the list of users: it is another one here.
    files: {
      ...inFolders,
      'pom.xml': pom,
      '.mvn/settings.xml': mirror,
      '.mvn/maven.config': lines('-s', '.mvn/settings.xml', '-Dmaven.repo.local=.m2', '-DforkCount=0'),
      '.gitignore': 'target\n.m2\n',
    },
    shows: [/verify +mvn -B -q test +\[pom\.xml\]/],
    passes: 'mvn -B -q test',
  },
  {
    ...redundantCast,
    name: 'Java by Gradle',
    needs: ['gradle', 'javac', `${repository}/junit`],
    files: {
      ...inFolders,
      'build.gradle': lines(
        "apply plugin: 'java'",
        '',
        `repositories { maven { url 'file://${repository}' } }`,
        '',
        "dependencies { testCompile 'junit:junit:4.x' }",
      ),
      // On a machine with cgroups of version 1, Java 17 fails within a namespace of them (docs/troubleshooting.md).
      gradlew: lines('#!/bin/sh', 'JAVA_OPTS=-XX:-UseContainerSupport exec gradle --gradle-user-home .gradle "$@"'),
      '.gitignore': 'build\n.gradle\n',
    },
    shows: [/verify +sh \.\/gradlew --no-daemon --console=plain test +\[build\.gradle, gradlew\]/],
    passes: 'sh ./gradlew --no-daemon --console=plain test',
  },
];
