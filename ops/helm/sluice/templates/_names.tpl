{{- define "sluice.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "sluice.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "sluice.labels" -}}
app.kubernetes.io/name: sluice
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "sluice.selector" -}}
app.kubernetes.io/name: sluice
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sluice.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "sluice.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
{{- end }}

{{- define "sluice.settings" -}}
{{- /* A large number is read as a float, which quote alone writes as 1e+06. */}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ if kindIs "string" $value }}{{ $value | quote }}{{ else }}{{ $value | toJson | quote }}{{ end }}
{{- end }}
{{- with .Values.signalsUrl }}
- name: SLUICE_SIGNALS_URL
  value: {{ . | quote }}
{{- end }}
{{- end }}

{{- define "sluice.volumeMounts" -}}
- name: data
  mountPath: /var/lib/sluice
- name: tmp
  mountPath: /tmp
{{- if .Values.filesClaim }}
- name: files
  mountPath: /var/lib/sluice/files
{{- end }}
{{- if .Values.configFilesSecret }}
- name: config-files
  mountPath: /etc/sluice
  readOnly: true
{{- end }}
{{- end }}

{{- define "sluice.volumes" -}}
- name: data
  emptyDir: {}
- name: tmp
  emptyDir: {}
{{- if .Values.filesClaim }}
- name: files
  persistentVolumeClaim:
    claimName: {{ .Values.filesClaim }}
{{- end }}
{{- if .Values.configFilesSecret }}
- name: config-files
  secret:
    secretName: {{ .Values.configFilesSecret }}
{{- end }}
{{- end }}
